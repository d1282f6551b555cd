import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A message to be sent.
package struct Draft: Sendable {
    package let target: ConversationID
    package let clientID: String
    package let kind: MessageKind
    package var settings: MessageSettings
    package let body: String
    package let pushText: String?
    /// C-Q12: whom it names in a group, each once.
    package let mentions: [String]?
    package let memberOption: MemberPushOption?
    package let pushPayload: PushPayload?
    /// Made where there are many threads; nil: the writer makes it.
    package var digest: RequestDigest?

    package init(
        target: ConversationID, clientID: String, kind: MessageKind, settings: MessageSettings, body: String,
        pushText: String?, mentions: [String]? = nil, memberOption: MemberPushOption? = nil,
        pushPayload: PushPayload? = nil
    ) {
        self.mentions = mentions
        self.memberOption = memberOption
        self.pushPayload = pushPayload
        self.target = target
        self.clientID = clientID
        self.kind = kind
        self.settings = settings
        self.body = body
        self.pushText = pushText
    }
}

// MARK: - Repeats

extension Draft {
    var effectiveSettings: MessageSettings {
        mentions?.contains { $0.isSpelled(like: AtInfo.everybody) } == true ? settings.union(.atAll) : settings
    }

    var mentionsText: String? {
        guard let mentions else { return nil }
        var json = JSONWriter()
        json.array { json in
            for name in mentions { json.value(name) }
        }
        return json.text
    }

    /// The same for two drafts that say the same, however they were written.
    package func digest(ofBody body: UInt128, _ key: DigestKey) -> RequestDigest {
        digestOfMessage(
            to: target, kind, effectiveSettings, body: body, pushText, mentions: mentionsText,
            memberOption: memberOption?.json, pushPayload: pushPayload?.json, key)
    }
}

func digestOfMessage(
    to target: ConversationID, _ kind: MessageKind, _ settings: MessageSettings, body: UInt128, _ pushText: String?,
    mentions: String?, memberOption: String?, pushPayload: String?, _ key: DigestKey
) -> RequestDigest {
    RequestDigest(
        [
            target.description.digest(key), UInt128(truncatingIfNeeded: kind.rawValue),
            UInt128(truncatingIfNeeded: settings.rawValue), body, pushText?.digest(key), mentions?.digest(key),
            memberOption?.digest(key), pushPayload?.digest(key),
        ], key)
}
