/// A provider, for one of the apps that share the gateway. As text it is the provider's name, with the app's behind a colon if
/// it is not the first one.
package struct PushService: Hashable, Sendable, RawRepresentable {
    package let provider: PushProvider
    /// Empty: the app of the provider's own section.
    package let app: String

    package init(_ provider: PushProvider, app: String = "") {
        self.provider = provider
        self.app = app
    }

    package init?(rawValue: String) {
        let parts = rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let provider = PushProvider(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else {
            return nil
        }
        self.init(provider, app: parts.count == 2 ? String(parts[1]) : "")
    }

    package var rawValue: String { app.isEmpty ? provider.rawValue : "\(provider.rawValue):\(app)" }
}
