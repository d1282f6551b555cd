import Chat
import ClientProtocol
import Domain
import ServerAPI
import Settings

/// `userProfile.update`.
enum UpdateUserProfile: UserOperation {
    static let declaration = HostedOperations.update

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let hosting = try request.hosting()
        let change = try HostedOperations.change(request.data, extensions: hosting.extensions)
        let failing = change.texts.filter { name, text in
            hosting.auditedProperties.contains(name) && request.context.auditedWords.isIn(text)
        }
        // S-Q08.
        if !failing.isEmpty { throw Refusal(.auditFailed, keys: failing.map(\.name)) }
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyHosted(change, of: caller.account)
        }
    }
}

extension HostedChange {
    /// The texts that users write.
    fileprivate var texts: [(name: String, text: String)] {
        let own: [(String, String?)] = [
            ("name", name), ("portraitUri", portrait), ("email", email), ("birthday", birthday),
            ("location", location),
        ]
        return own.compactMap { name, text in text.map { (name, $0) } }
            + ext.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }
}
