import ClientProtocol
import ServerAPI

/// GroupLists.muteListForAdministrator.
enum ReadMuteListForAdministrator {
    static let entry: (Operation, Handler) = (GroupLists.muteListForAdministrator, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let read = try call.muteList(for: nil)
        call.read(for: session, read)
    }
}
