import Chat
import ClientProtocol

extension Request {
    func requestWindow() throws(Refusal) -> GroupRequestQueries.Window {
        GroupRequestQueries.Window(
            after: try cursor(), count: try self(GroupParameters.pageSize), bytes: context.pageBytes,
            cutoff: context.configuration.requestCutoff)
    }
}
