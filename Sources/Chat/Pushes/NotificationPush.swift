import Domain
import Storage

/// X-70, F-32: how a backend wants a notification pushed, or a message of a channel.
package struct NotificationPush: Sendable {
    package enum Receivers: Sendable {
        case account(AccountNumber)
        /// Its members.
        case group(GroupNumber)
        /// Its followers but the publisher.
        case channel(ChannelNumber, publisher: AccountNumber)
    }

    let text: String
    let isForced: Bool
    let payload: PushPayload?

    package init(text: String, isForced: Bool, payload: PushPayload?) {
        self.text = text
        self.isForced = isForced
        self.payload = payload
    }

    enum Column: Int, TableColumn {
        static let table = "notification_push"
        case id, account, chatGroup, text, isForced, payload, channel, decidedThrough
    }

    func values(_ id: MessageNumber, to receivers: Receivers) -> [SQLValue] {
        Column.allCases.map { column in
            switch (column, receivers) {
            case (.id, _): .integer(id)
            case (.account, .account(let account)), (.account, .channel(_, let account)): .integer(account)
            case (.chatGroup, .group(let group)): .integer(group)
            case (.channel, .channel(let channel, _)): .integer(channel)
            case (.account, _), (.chatGroup, _), (.channel, _), (.decidedThrough, _): .integer(0)
            case (.text, _): .text(text)
            case (.isForced, _): .flag(isForced)
            case (.payload, _): .optionalText(payload?.json)
            }
        }
    }
}
