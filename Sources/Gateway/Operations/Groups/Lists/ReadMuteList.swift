import ClientProtocol
import ServerAPI

/// GroupLists.muteList.
enum ReadMuteList {
    static let entry: (Operation, Handler) = (GroupLists.muteList, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: caller.account))
    }
}
