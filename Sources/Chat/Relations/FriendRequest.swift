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
    /// The columns added_at, wording, source, remark, friend_group.
    init(_ row: any Row) {
        self.init(
            addedAt: row.integer(0), wording: row.text(1), source: row.text(2), remark: row.text(3), group: row.text(4))
    }
}
