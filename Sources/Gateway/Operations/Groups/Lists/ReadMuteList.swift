import ClientProtocol
import ServerAPI

/// GroupLists.muteList.
enum ReadMuteList {
    static let entry: (Operation, Handler) = (GroupLists.muteList, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let read = try call.muteList(for: session.account)
        call.read(for: session, read)
    }
}
