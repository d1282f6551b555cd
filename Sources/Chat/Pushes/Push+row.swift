import Domain
import Storage

/// The special properties of a push. The column is called `is_late` after the first of them, once the only one.
package struct PushMarks: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// It was made when a session that had been sent the message had ended unheard.
    package static let late = PushMarks(rawValue: 1)
    /// M-45, M-50: it takes the place of one that had gone out before the message was recalled or expired.
    package static let replacement = PushMarks(rawValue: 2)
}

extension PushDecider.Push {
    enum Column: Int, TableColumn {
        static let table = "push"
        case id, message, account, address, provider, badge, isForced, state, attempts, due, status, answer, answeredAt
        case isLate
    }

    /// Of a push that no provider has been given. The store gives it its id.
    func values(of message: MessageNumber, _ marks: PushMarks) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .null
            case .message: .integer(message)
            case .account: .integer(account)
            case .address: .integer(address)
            case .provider: .text(provider)
            case .badge: .integer(badge)
            case .isForced: .flag(isForced)
            case .state: .integer(PushState.waiting.rawValue)
            case .attempts, .due, .status, .answeredAt: .integer(0)
            case .answer: .text("")
            case .isLate: .integer(marks.rawValue)
            }
        }
    }
}
