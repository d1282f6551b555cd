import Domain
import Transport

/// Names a session for ever; made by chance, so that it tells nothing.
package struct SessionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    package init() {
        rawValue = .random(in: .min ... .max)
    }

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init?(_ text: String) {
        guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
        rawValue = number
    }

    /// An order as good as any other.
    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// Sixteen hexadecimal digits.
    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The facts about a session that every shard may read. A class, since the directory, the shard and many effects hold it.
package final class SessionRecord: Sendable {
    package let id: SessionID
    package let user: UserID
    package let device: String
    package let platform: Platform
    /// It is not told what it can derive.
    package let isLean: Bool
    package let connection: ConnectionID
    /// Of the client, also behind a proxy.
    package let address: SocketAddress
    /// Milliseconds since 1970.
    package let openedAt: Milliseconds

    package init(
        id: SessionID, user: UserID, device: String, platform: Platform, isLean: Bool = false,
        connection: ConnectionID, address: SocketAddress, openedAt: Milliseconds
    ) {
        self.id = id
        self.user = user
        self.device = device
        self.platform = platform
        self.isLean = isLean
        self.connection = connection
        self.address = address
        self.openedAt = openedAt
    }
}
