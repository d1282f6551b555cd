import ClientProtocol
import ServerAPI

/// GroupLists.whiteList.
enum ReadWhiteList: UserOperation {
    static let declaration = GroupLists.whiteList

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: caller.account))
    }
}
