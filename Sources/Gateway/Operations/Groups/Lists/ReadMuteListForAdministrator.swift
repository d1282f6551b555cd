import ClientProtocol
import ServerAPI

/// GroupLists.muteListForAdministrator.
enum ReadMuteListForAdministrator: AdminOperation {
    static let declaration = GroupLists.muteListForAdministrator

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: nil))
    }
}
