import ClientProtocol
import ServerAPI

/// GroupLists.whiteList.
enum ReadWhiteList {
    static let entry: (Operation, Handler) = (GroupLists.whiteList, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let read = try call.whiteList(for: session.account)
        call.read(for: session, read)
    }
}
