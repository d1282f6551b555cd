import ClientProtocol
import ServerAPI

/// GroupLists.muteListForAdministrator.
enum ReadMuteListForAdministrator {
    static let entry: (Operation, Handler) = (GroupLists.muteListForAdministrator, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: nil))
    }
}
