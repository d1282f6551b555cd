import Domain
import Storage

/// Whether a user can be pushed to at all, and when not. Kept with the account, since each message to the user asks.
struct PushReach {
    let hasDevice: Bool
    let quietHours: QuietHours
}

extension ChatState {
    func reach(of account: Account) throws -> PushReach {
        if let reach = account.reach { return reach }
        var reach = PushReach(hasDevice: false, quietHours: .off)
        try store.query(
            """
            SELECT EXISTS (SELECT 1 FROM push_address WHERE account = $1 AND gone = 0),
                (SELECT value FROM quiet_hours WHERE account = $1)
            """, [.integer(account.number)]
        ) { row in
            reach = PushReach(
                hasDevice: row.integer(0) != 0, quietHours: row.optionalInteger(1).map(QuietHours.init(packed:)) ?? .off
            )
        }
        account.reach = reach
        return reach
    }
}
