import Domain
import Storage

/// J-10: the pushes by which phones ring and stop ringing. A device that has a session has the event; the user's others are
/// pushed to whatever sessions there are, since nobody knows where the user is.
extension PushDecider {
    func decide(
        _ decision: inout Decision, _ call: CallPush, of job: PushJob, in store: any Transaction
    ) throws(StoreError) {
        guard case .users(let pair) = job.parties else { return }
        let account = pair.other(than: 0)
        let former = try SettingHistory(at: decision.message, of: account, in: store)
        var badges = Badges(at: job.message, former, conversationPeriod, in: store)
        let devices = try devices(of: account, in: store).filter { device in !isConnected(device.user, device.name) }
        let chosen: [Device]
        switch call.kind {
        case .rings:
            // Beside its token for texts a device may have one for calls: it rings once.
            let ringing = devices.filter { $0.service.provider == .apnsVoip }.map(\.name)
            chosen = devices.filter { $0.service.provider != .apns || !ringing.contains($0.name) }
        case .ended(let ring, _):
            // Apple wants a call shown for each push of its kind for calls.
            let rung = try names(ofDevicesOf: account, pushedTo: ring, in: store)
            chosen = devices.filter { $0.service.provider != .apnsVoip && rung.contains($0.name) }
        }
        for device in chosen {
            decision.pushes.append(
                Push(
                    account: account, address: device.address, provider: device.service.rawValue,
                    badge: try badges.badge(of: account), isForced: true))
        }
    }

    private typealias Device = (user: UserID, address: Int64, service: PushService, name: String)

    private func devices(of account: AccountNumber, in store: any Transaction) throws(StoreError) -> [Device] {
        var devices: [Device] = []
        try store.query(
            """
            SELECT account.name, push_address.id, provider, device FROM account
                JOIN push_address ON push_address.account = account.id AND gone = 0
            WHERE account.id = $1 AND account.state != 2 ORDER BY push_address.id
            """, [.integer(account)]
        ) { row throws(StoreError) in
            devices.append((try row.userID(0), row.integer(1), try row.choice(2), row.text(3)))
        }
        return devices
    }

    private func names(
        ofDevicesOf account: AccountNumber, pushedTo ring: MessageNumber, in store: any Transaction
    ) throws(StoreError) -> Set<String> {
        var names: Set<String> = []
        try store.query(
            """
            SELECT device FROM push JOIN push_address ON push_address.id = push.address
            WHERE push.message = $1 AND push.account = $2
            """, [.integer(ring), .integer(account)]
        ) { row in names.insert(row.text(0)) }
        return names
    }
}

extension PushJob {
    /// False: it is a push by which a phone rings, and there is nothing to ring for any more.
    func isInTime(for account: AccountNumber, at now: Milliseconds, in store: any Transaction) throws(StoreError)
        -> Bool
    {
        guard let call = payload.call, case .rings(let until) = call.kind else { return true }
        guard now < until else { return false }
        var rings = false
        try store.query(
            "SELECT 1 FROM call_user WHERE call = $1 AND account = $2 AND state = 0",
            [.integer(call.call), .integer(account)]
        ) { _ in rings = true }
        return rings
    }
}
