import Domain
import Storage

extension PushDecider.Push {
    enum Column: Int, TableColumn {
        static let table = "push"
        case id, message, account, address, provider, badge, isForced, state, attempts, due, status, answer, answeredAt
        case isLate
    }

    /// Of a push that no provider has been given. The store gives it its id.
    func values(of message: MessageNumber, isLate: Bool) -> [SQLValue] {
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
            case .isLate: .flag(isLate)
            }
        }
    }
}
