/// some of a user's sessions: those that have all that is given.
package struct SessionSelection: Equatable, Sendable {
    package let session: String?
    package let device: String?
    package let platform: Platform?

    package init(session: String? = nil, device: String? = nil, platform: Platform? = nil) {
        self.session = session
        self.device = device
        self.platform = platform
    }

    /// By their bytes, as names are compared everywhere.
    package func contains(session: String, device: String, platform: Platform) -> Bool {
        (self.session?.isSpelled(like: session) ?? true) && (self.device?.isSpelled(like: device) ?? true)
            && (self.platform ?? platform) == platform
    }
}
