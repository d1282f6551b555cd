import ClientProtocol
import ServerAPI

/// GroupLists.whiteListForAdministrator.
enum ReadWhiteListForAdministrator {
    static let entry: (Operation, Handler) = (GroupLists.whiteListForAdministrator, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let read = try call.whiteList(for: nil)
        call.read(for: session, read)
    }
}
