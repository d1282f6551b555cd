import Chat
import ClientProtocol
import ServerAPI

extension Request {
    func requestWindow() throws(Refusal) -> GroupRequestQueries.Window {
        GroupRequestQueries.Window(
            after: try cursor(), count: try self(GroupOperations.pageSize), bytes: context.pageBytes,
            cutoff: context.configuration.requestCutoff)
    }
}
