import ClientProtocol
import Settings

extension Request {
    /// S-Q14.
    func hosting() throws(Refusal) -> Configuration.Hosting {
        let hosting = context.configuration.hosting
        guard hosting.enabled else { throw Refusal(.hostingOff) }
        return hosting
    }
}
