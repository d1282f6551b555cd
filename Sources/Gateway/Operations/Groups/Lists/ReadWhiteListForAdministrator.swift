import ClientProtocol
import ServerAPI

/// GroupLists.whiteListForAdministrator.
enum ReadWhiteListForAdministrator {
    static let entry: (Operation, Handler) = (GroupLists.whiteListForAdministrator, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: nil))
    }
}
