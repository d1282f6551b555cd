import Domain
import Storage

/// Whether a user can be pushed to at all, and when not. Kept with the account, since each message to the user asks.
struct PushReach {
    let hasDevice: Bool
    let quietHours: QuietHours
}
