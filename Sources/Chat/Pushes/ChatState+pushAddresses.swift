import ClientProtocol
import Domain
import Storage

/// Where a device is reached when it has no session.
package struct PushAddress: Sendable {
    package let device: String
    package let platform: Platform
    package let provider: PushProvider
    /// What the provider knows the device by.
    package let token: String
    /// Milliseconds since 1970.
    package let since: Int64
}

extension ChatState {
    /// Instead of what the device had before, and of whoever had the same token: a device has one user at a time.
    /// `key`: what all spellings of the token have in common; nil: it has one alone.
    package func register(
        _ token: String, key: String? = nil, at provider: PushProvider, device: String, _ platform: Platform,
        of number: Int64
    ) throws {
        let account = try caller(number)
        var isKnown = false
        try store.query(
            """
            SELECT 1 FROM push_address WHERE provider = $1 AND token = $2 AND gone = 0 AND account = $3 AND device = $4
            """, [.text(provider.rawValue), .text(token), .integer(number), .text(device)]
        ) { _ in isKnown = true }
        if isKnown { return }
        let stamp = try stamp()
        let key = key ?? token
        try forgetReach(ofToken: key, at: provider)
        account.reach = nil
        try store.execute(
            "UPDATE push_address SET gone = $3 WHERE provider = $1 AND token_key = $2 AND gone = 0",
            [.text(provider.rawValue), .text(key), .integer(stamp)])
        try store.execute(
            "UPDATE push_address SET gone = $3 WHERE account = $1 AND device = $2 AND gone = 0",
            [.integer(number), .text(device), .integer(stamp)])
        // The one that was registered first gives way.
        try store.execute(
            """
            UPDATE push_address SET gone = $3 WHERE account = $1 AND gone = 0 AND id NOT IN
                (SELECT id FROM push_address WHERE account = $1 AND gone = 0 ORDER BY id DESC LIMIT $2)
            """, [.integer(number), .integer(Int64(options.devicesPerUser - 1)), .integer(stamp)])
        try store.execute(
            """
            INSERT INTO push_address (id, account, device, platform, provider, token, token_key, gone)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
            """,
            [
                .integer(stamp), .integer(account.number), .text(device), .text(platform.rawValue),
                .text(provider.rawValue), .text(token), .text(key),
            ])
    }

    /// Of whoever has the token now.
    private func forgetReach(ofToken key: String, at provider: PushProvider) throws {
        try store.query(
            "SELECT account FROM push_address WHERE provider = $1 AND token_key = $2 AND gone = 0",
            [.text(provider.rawValue), .text(key)]
        ) { row in accounts.glance(row.integer(0))?.reach = nil }
    }

    /// `device`: nil is all of them. False: there was nothing to forget.
    @discardableResult
    package func unregister(device: String?, of number: Int64) throws -> Bool {
        accounts.glance(number)?.reach = nil
        let forgotten = try store.execute(
            "UPDATE push_address SET gone = $3 WHERE account = $1 AND gone = 0 AND device = coalesce($2, device)",
            [.integer(number), device.map { .text($0) } ?? .null, .integer(try stamp())])
        return forgotten > 0
    }

    /// Who was registered first first.
    package static func pushAddresses(of number: Int64, in store: any Transaction) throws -> [PushAddress] {
        var addresses: [PushAddress] = []
        try store.query(
            """
            SELECT id, device, platform, provider, token FROM push_address WHERE account = $1 AND gone = 0 ORDER BY id
            """, [.integer(number)]
        ) { row in
            guard let platform = Platform(rawValue: row.text(2)), let provider = PushProvider(rawValue: row.text(3))
            else {
                preconditionFailure("an address is not as it was written")
            }
            addresses.append(
                PushAddress(
                    device: row.text(1), platform: platform, provider: provider, token: row.text(4),
                    since: row.integer(0) / 1_000))
        }
        return addresses
    }

    /// Nil: there is no such user.
    package static func pushAddresses(of user: UserID, in store: any Transaction) throws -> [PushAddress]? {
        guard let account = try Account.find(user, in: store), account.state != .deleted else { return nil }
        return try pushAddresses(of: account.number, in: store)
    }
}
