import ClientProtocol
import ServerAPI

/// GroupLists.muteList.
enum ReadMuteList: UserOperation {
    static let declaration = GroupLists.muteList

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: caller.account))
    }
}
