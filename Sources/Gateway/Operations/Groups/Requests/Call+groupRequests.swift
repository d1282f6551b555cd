import Chat
import ClientProtocol
import ServerAPI

extension Call {
    func requestWindow() throws(Refusal) -> GroupRequestQueries.Window {
        GroupRequestQueries.Window(
            after: try cursor(), count: try self(GroupOperations.pageSize), bytes: pageBytes,
            cutoff: context.configuration.requestCutoff)
    }
}
