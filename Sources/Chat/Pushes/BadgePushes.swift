import Domain
import Storage

/// P-40: devices whose pushes have left a number at the app's icon get it anew once messages were read elsewhere.
package final class BadgePushes {
    private let work: UnitOfWork
    let accounts: Accounts
    let memberships: Memberships
    let pushes: Pushes

    init(work: UnitOfWork, accounts: Accounts, memberships: Memberships, pushes: Pushes) {
        self.work = work
        self.accounts = accounts
        self.memberships = memberships
        self.pushes = pushes
    }

    /// The user has read something.
    package func noteReading(by number: AccountNumber) throws(CommandError) {
        guard work.options.clearsReadPushes else { return }
        // Nobody has to know the total where nothing is shown.
        let badge = try badge(of: number)
        guard badge > 0 else { return }
        let account = try accounts.caller(number)
        if try memberships.total(of: account) < badge { try putBadges(of: account) }
    }

    /// Of pushes that were accepted, the numbers that devices show from now on. A reading while a push is under way comes
    /// before its number is known here: a user who has read a moment ago is still in memory.
    package func note(_ reports: [PushReport]) throws(CommandError) {
        guard work.options.clearsReadPushes else { return }
        for report in reports where report.state == .accepted {
            guard let badge = report.badge, let number = try receiver(of: report.push) else { continue }
            try work.execute(
                """
                INSERT INTO push_badge (account, badge) VALUES ($1, $2)
                ON CONFLICT (account) DO UPDATE SET badge = $2
                """, [.integer(number), .integer(Int64(badge))])
            guard let account = accounts.peek(number) else { continue }
            var total: Int64?
            // A damaged row of one user does not keep others' answers from being noted.
            try work.skippingDamage { () throws(CommandError) in total = try memberships.total(ifInMemoryOf: account) }
            if let total, total < badge { try putBadges(of: account) }
        }
    }

    /// Nil: the account was deleted meanwhile.
    private func receiver(of push: Int64) throws(CommandError) -> AccountNumber? {
        var number: AccountNumber?
        try work.query(
            """
            SELECT account.id FROM push JOIN account ON account.id = push.account
            WHERE push.id = $1 AND account.state != 2
            """, [.integer(push)]
        ) { row in number = row.integer(0) }
        return number
    }

    /// 0: no push has shown one, or the last one has cleared it.
    private func badge(of account: AccountNumber) throws(CommandError) -> Int64 {
        var badge: Int64 = 0
        try work.query("SELECT badge FROM push_badge WHERE account = $1", [.integer(account)]) { row in
            badge = row.integer(0)
        }
        return badge
    }

    /// Each device gets one in a minute of the clock: the first follows soon, and what is read after that comes with the next
    /// minute's. The number is read when it is sent.
    private func putBadges(of account: Account) throws(CommandError) {
        let soon = work.now + gatheringOfReadings
        let minute = soon.rawValue / 60_000
        for device in try devices(of: account) {
            if try put(device, inMinute: minute, due: soon) { continue }
            if try waits(device, minute) { continue }
            _ = try put(device, inMinute: minute + 1, due: Milliseconds((minute + 1) * 60_000))
        }
    }

    /// Without those that have a session: their app sets the number by itself.
    private func devices(of account: Account) throws(CommandError) -> [PushDecider.Push] {
        var devices: [PushDecider.Push] = []
        try work.query(
            "SELECT id, provider, device FROM push_address WHERE account = $1 AND gone = 0", [.integer(account.number)]
        ) { [options = work.options] row throws(StoreError) in
            let service: PushService = try row.choice(1)
            guard [.apns, .fcm].contains(service.provider), options.pushServices.contains(service),
                !options.isConnected(account.id, row.text(2))
            else { return }
            devices.append(
                PushDecider.Push(
                    account: account.number, address: row.integer(0), provider: service.rawValue, badge: 0,
                    isForced: false))
        }
        return devices
    }

    /// False: the minute has one.
    private func put(
        _ device: PushDecider.Push, inMinute minute: Int64, due: Milliseconds
    ) throws(CommandError) -> Bool {
        let isNew = try pushes.put(device, of: Self.end(ofMinute: minute), .badge, due: due) > 0
        if isNew { pushes.noteNewJobs() }
        return isNew
    }

    /// The minute's push has not been given to the provider yet.
    private func waits(_ device: PushDecider.Push, _ minute: Int64) throws(CommandError) -> Bool {
        var waits = false
        try work.query(
            "SELECT due > $4 FROM push WHERE message = $1 AND account = $2 AND address = $3 AND state = 0",
            [
                .integer(Self.end(ofMinute: minute)), .integer(device.account), .integer(device.address),
                .integer(work.now),
            ]
        ) { row in waits = row.integer(0) != 0 }
        return waits
    }

    /// Stands where other pushes have their message.
    private static func end(ofMinute minute: Int64) -> MessageNumber {
        StoredMessage.moment(Milliseconds((minute + 1) * 60_000 - 1)).id
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM push_badge WHERE account = $1", [.integer(account.number)])
    }
}

private let gatheringOfReadings: Milliseconds = 2_000
