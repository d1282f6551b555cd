/// Whom a broadcast is for (B-02). The store has the numbers.
package enum BroadcastAudience: Int64, CaseIterable, Sendable {
    /// Every account: devices that are away get it when they come.
    case all = 0
    /// The sessions that are open when it is sent.
    case online = 1

    package var word: StaticString {
        switch self {
        case .all: "all"
        case .online: "online"
        }
    }
}
