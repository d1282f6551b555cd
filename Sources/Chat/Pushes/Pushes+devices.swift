import ClientProtocol
import Domain
import Storage

/// The devices that users are pushed to, and the hours in which they are not.
extension Pushes {
    /// Takes the place of what the device had before, and of the same token at another user: a device has one user at a time.
    /// Beside it a device may have a token for calls (P-22).
    /// `key`: what all spellings of the token have in common; nil: it has one alone.
    package func register(
        _ token: String, key: String? = nil, at service: PushService,
        _ preferences: PushPreferences = PushPreferences(),
        device: String, _ platform: Platform, of number: AccountNumber
    ) throws(CommandError) {
        let account = try accounts.caller(number)
        let place: [SQLValue] = [.text(service.rawValue), .text(token), .integer(number), .text(device)]
        let changed: [SQLValue] = [.text(preferences.language), .text(preferences.preview.rawValue)]
        var known: PushPreferences?
        try work.query(
            """
            SELECT language, preview FROM push_address
            WHERE provider = $1 AND token = $2 AND gone = 0 AND account = $3 AND device = $4
            """, place
        ) { row throws(StoreError) in known = PushPreferences(language: row.text(0), preview: try row.choice(1)) }
        if known == preferences { return }
        if known != nil {
            try work.execute(
                """
                UPDATE push_address SET language = $5, preview = $6
                WHERE provider = $1 AND token = $2 AND gone = 0 AND account = $3 AND device = $4
                """, place + changed)
            return
        }
        let stamp = try work.stamp()
        let key = key ?? token
        try forgetReach(ofToken: key, at: service)
        account.reach = nil
        try work.execute(
            "UPDATE push_address SET gone = $3 WHERE provider = $1 AND token_key = $2 AND gone = 0",
            [.text(service.rawValue), .text(key), .integer(stamp)])
        try work.execute(
            """
            UPDATE push_address SET gone = $3
            WHERE account = $1 AND device = $2 AND gone = 0 AND (provider LIKE 'apnsVoip%') = $4
            """, [.integer(number), .text(device), .integer(stamp), .flag(service.provider == .apnsVoip)])
        // The one that was registered first gives way.
        try work.execute(
            """
            UPDATE push_address SET gone = $3
            WHERE account = $1 AND gone = 0 AND (provider LIKE 'apnsVoip%') = $4 AND id NOT IN
                (SELECT id FROM push_address WHERE account = $1 AND gone = 0 AND (provider LIKE 'apnsVoip%') = $4
                    ORDER BY id DESC LIMIT $2)
            """,
            [
                .integer(number), .integer(Int64(work.options.devicesPerUser - 1)), .integer(stamp),
                .flag(service.provider == .apnsVoip),
            ])
        try work.execute(
            """
            INSERT INTO push_address
                (id, account, device, platform, provider, token, token_key, language, preview, gone)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)
            """,
            [
                .integer(stamp), .integer(account.number), .text(device), .text(platform.rawValue),
                .text(service.rawValue), .text(token), .text(key),
            ] + changed)
    }

    /// Of the user who has the token now.
    private func forgetReach(ofToken key: String, at service: PushService) throws(CommandError) {
        try work.query(
            "SELECT account FROM push_address WHERE provider = $1 AND token_key = $2 AND gone = 0",
            [.text(service.rawValue), .text(key)]
        ) { row in accounts.peek(row.integer(0))?.reach = nil }
    }

    /// `device`: nil is all of them. False: there was nothing to forget.
    @discardableResult
    package func unregister(device: String?, of number: AccountNumber) throws(CommandError) -> Bool {
        accounts.peek(number)?.reach = nil
        let forgotten = try work.execute(
            "UPDATE push_address SET gone = $3 WHERE account = $1 AND gone = 0 AND device = coalesce($2, device)",
            [.integer(number), device.map { .text($0) } ?? .null, .integer(try work.stamp())])
        return forgotten > 0
    }

    /// In the order of registration.
    package static func addresses(of number: AccountNumber, in store: any Transaction) throws(StoreError)
        -> [PushAddress]
    {
        var addresses: [PushAddress] = []
        try store.query(
            """
            SELECT id, device, platform, provider, token, language, preview FROM push_address
            WHERE account = $1 AND gone = 0 ORDER BY id
            """, [.integer(number)]
        ) { row throws(StoreError) in
            addresses.append(
                PushAddress(
                    device: row.text(1), platform: try row.choice(2), service: try row.choice(3), token: row.text(4),
                    preferences: PushPreferences(language: row.text(5), preview: try row.choice(6)),
                    since: (row.integer(0) as Stamp).time))
        }
        return addresses
    }

    /// Nil: there is no such user.
    package static func addresses(of user: UserID, in store: any Transaction) throws(StoreError) -> [PushAddress]? {
        guard let account = try Account.find(user, in: store), account.state != .deleted else { return nil }
        return try addresses(of: account.number, in: store)
    }

    /// T-Q20: of the user, on all devices; the others are told. A call that changes nothing is told to nobody.
    package func setQuietHours(_ hours: QuietHours, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        let former = try stored(Self.quietHours(of: number, in: work.store))
        guard hours != former else { return }
        try settingLog.record(.quietHours, was: former.packed, of: account, in: 0)
        account.reach = nil
        try work.execute(
            "INSERT INTO quiet_hours (account, value) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET value = $2",
            [.integer(number), .integer(hours.packed)])
        work.emit(PushGlobalDndChanged(hours: hours), to: account)
    }

    package static func quietHours(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> QuietHours
    {
        var hours = QuietHours.off
        try store.query("SELECT value FROM quiet_hours WHERE account = $1", [.integer(number)]) {
            row throws(StoreError) in
            hours = try row.quietHours(0)
        }
        return hours
    }

    func reach(of account: Account) throws(CommandError) -> PushReach {
        if let reach = account.reach { return reach }
        // If a row is damaged, it is the receiver's: a message is stored for all that, and its push job meets the row again.
        var reach = PushReach(hasDevice: true, quietHours: .off)
        try work.skippingDamage { () throws(CommandError) in
            try work.query(
                """
                SELECT EXISTS (SELECT 1 FROM push_address WHERE account = $1 AND gone = 0),
                    (SELECT value FROM quiet_hours WHERE account = $1)
                """, [.integer(account.number)]
            ) { row throws(StoreError) in
                reach = PushReach(
                    hasDevice: row.integer(0) != 0, quietHours: row.isNull(1) ? .off : try row.quietHours(1))
            }
        }
        account.reach = reach
        return reach
    }

    /// The provider does not know the device any more. False: it was forgotten before.
    @discardableResult
    func forgetDevice(_ address: Int64, of number: AccountNumber) throws(CommandError) -> Bool {
        accounts.peek(number)?.reach = nil
        return try work.execute(
            "UPDATE push_address SET gone = $2 WHERE id = $1 AND gone = 0",
            [.integer(address), .integer(try work.stamp())]) > 0
    }

    /// Devices that were forgotten long ago.
    func trimDevices() throws(CommandError) {
        guard work.options.hasPushes || work.sweepsLeftovers else { return }
        try work.execute(
            """
            DELETE FROM push_address WHERE id IN
                (SELECT id FROM push_address WHERE gone != 0 AND gone < $1 ORDER BY gone, id LIMIT 2000)
            """, [.integer(work.pushCutoff)])
    }

    /// Of a deleted account.
    func eraseDevices(of account: Account) throws(CommandError) {
        try unregister(device: nil, of: account.number)
        try work.execute("DELETE FROM quiet_hours WHERE account = $1", [.integer(account.number)])
    }
}

/// Where a device is reached when it has no session.
package struct PushAddress: Sendable {
    package let device: String
    package let platform: Platform
    package let service: PushService
    /// The provider's name for the device.
    package let token: String
    package let preferences: PushPreferences
    /// Milliseconds since 1970.
    package let since: Milliseconds
}

/// Whether a user can be pushed to at all, and when not. Kept with the account, since each message to the user asks.
struct PushReach {
    let hasDevice: Bool
    let quietHours: QuietHours
}

extension QuietHours {
    /// All in one number, for the store.
    var packed: Int64 { (((isOn ? 1 : 0) << 11 | start) << 11 | end) << 11 | (offset - Self.offsets.lowerBound) }

    /// Nil: no hours are packed like this.
    init?(packed: Int64) {
        self.init(
            isOn: packed >> 33 == 1, start: packed >> 22 & 0x7FF, end: packed >> 11 & 0x7FF,
            offset: (packed & 0x7FF) + Self.offsets.lowerBound)
        guard packed >> 34 == 0, start < Self.minutesPerDay, end < Self.minutesPerDay, Self.offsets.contains(offset)
        else { return nil }
    }
}

extension Row {
    func quietHours(_ column: Int) throws(StoreError) -> QuietHours {
        guard let hours = QuietHours(packed: integer(column)) else { throw damaged(column) }
        return hours
    }
}
