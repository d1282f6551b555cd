import Domain
import Storage

/// one side's record of a friend request, which TIM calls a pendency.
struct FriendRequest {
    enum Direction: Int64 {
        case incoming = 1
        case outgoing = 2
    }

    /// Seconds since 1970.
    let addedAt: Seconds
    let wording: String
    let source: String
    /// R-Q17: for the applicant's entry, when it is made.
    let remark: String
    let group: String
}

extension FriendRequest {
    enum Column: Int, TableColumn {
        static let table = "friend_request"
        static let keys = 3
        case owner, direction, other, stamp, addedAt, isRead, wording, source, remark, friendGroup
    }

    init(_ row: TypedRow<Column>) {
        self.init(
            addedAt: row.integer(.addedAt), wording: row.text(.wording), source: row.text(.source),
            remark: row.text(.remark), group: row.text(.friendGroup))
    }

    /// Of the owner's copy. The applicant has read it.
    func values(
        of owner: AccountNumber, _ direction: Direction, towards other: AccountNumber, at stamp: Stamp
    ) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .owner: .integer(owner)
            case .direction: .integer(direction.rawValue)
            case .other: .integer(other)
            case .stamp: .integer(stamp)
            case .addedAt: .integer(addedAt)
            case .isRead: .flag(direction == .outgoing)
            case .wording: .text(wording)
            case .source: .text(source)
            case .remark: .text(remark)
            case .friendGroup: .text(group)
            }
        }
    }
}
