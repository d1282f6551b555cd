import ClientProtocol
import ServerAPI

/// GroupLists.whiteList.
enum ReadWhiteList {
    static let entry: (Operation, Handler) = (GroupLists.whiteList, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: caller.account))
    }
}
