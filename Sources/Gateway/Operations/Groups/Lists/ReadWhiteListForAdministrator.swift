import ClientProtocol
import ServerAPI

/// GroupLists.whiteListForAdministrator.
enum ReadWhiteListForAdministrator: AdminOperation {
    static let declaration = GroupLists.whiteListForAdministrator

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: nil))
    }
}
