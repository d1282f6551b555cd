import Chat
import Domain
import EventLoop
import Routing
import Transport

/// Delivers to the shards of this process: finds the sessions of an effect's audience, and gives each shard its share in one
/// message.
final class LocalDelivery: EffectDelivery {
    /// Gives a shard its share. `stamp`: with it, the shard has been given everything up to there that concerns it.
    typealias Hand = (_ shard: Int, _ share: [ShardDelivery], _ stamp: Stamp) -> Void

    private let directory: Directory
    private let callerChanges: CallerChanges
    private let hand: Hand
    /// By shard; filled and emptied with each call.
    private var shares: [[ShardDelivery]]
    /// Where users' sessions are, by account, for events with many followers: of accounts with one session, and with several.
    private var connectionOf: [AccountNumber: ConnectionID] = [:]
    private var connectionsOf: [AccountNumber: [ConnectionID]] = [:]
    /// The two users who were looked up last in the current call: most requests tell the same two several things.
    private var recent: (known: (UserID, [SessionRecord])?, before: (UserID, [SessionRecord])?)

    init(shards: Int, _ directory: Directory, _ callerChanges: CallerChanges, _ hand: @escaping Hand) {
        self.directory = directory
        self.callerChanges = callerChanges
        self.hand = hand
        shares = Array(repeating: [], count: shards)
    }

    convenience init(to node: Node<ShardGateway>, _ directory: Directory, _ callerChanges: CallerChanges) {
        self.init(shards: node.mailboxes.count, directory, callerChanges) { shard, share, stamp in
            node.mailboxes[shard].post { $0.take(share, upTo: stamp) }
        }
    }

    func deliver(_ effects: [CommitEffect], upTo stamp: Stamp) {
        for effect in effects {
            switch effect {
            case .reply(let reply): shares[Int(reply.address.ticket.shard)].append(.reply(reply))
            case .login(let admitted): admit(admitted)
            case .identified(let address, let account):
                shares[Int(address.ticket.shard)].append(.identified(address, account))
            case .isNew(let address): shares[Int(address.ticket.shard)].append(.isNew(address))
            case .chat(let effect, let session): carry(effect, from: session)
            }
        }
        recent = (nil, nil)
        for shard in shares.indices where !shares[shard].isEmpty {
            hand(shard, shares[shard], stamp)
            shares[shard] = []
        }
    }

    private func sessions(of user: UserID) -> [SessionRecord] {
        if let (known, sessions) = recent.known, known == user { return sessions }
        if let (before, sessions) = recent.before, before == user {
            recent = (recent.before, recent.known)
            return sessions
        }
        let sessions = directory.sessions(of: user)
        recent = ((user, sessions), recent.known)
        return sessions
    }

    func sessionsChanged(of account: AccountNumber, to sessions: [SessionRecord]) {
        connectionOf[account] = sessions.count == 1 ? sessions[0].connection : nil
        connectionsOf[account] = sessions.count > 1 ? sessions.map(\.connection) : nil
    }

    private func put(_ delivery: ShardDelivery, for connection: ConnectionID) {
        shares[Int(connection.shard)].append(delivery)
    }

    // MARK: - Logins

    private func admit(_ admitted: AdmittedLogin) {
        guard let record = directory.takeExpected(admitted.request.session) else {
            preconditionFailure("nobody expects session \(admitted.request.session)")
        }
        let opening = directory.open(record)
        recent = (nil, nil)
        sessionsChanged(of: admitted.login.account, to: directory.sessions(of: record.user))
        for (ended, reason) in opening.ended {
            put(.kick(ended, .replaced(reason, by: record)), for: ended.connection)
        }
        put(.attachSession(admitted, record, opening.meter), for: record.connection)
    }

    // MARK: - Events

    private func carry(_ effect: ChatEffect, from session: SessionID?) {
        switch effect {
        case .event(let event): tell(event, from: session)
        case .subscriptionEvent(let event, let followers): tell(event, to: followers)
        case .entered(let group, let user):
            for session in directory.sessions(of: user) {
                put(.enter(group: group, session), for: session.connection)
            }
        case .left(let group, let user):
            for session in directory.sessions(of: user) {
                put(.leave(group: group, session), for: session.connection)
            }
        case .accountEnded(let user):
            callerChanges.note()
            for session in directory.sessions(of: user) {
                put(.kick(session, .accountEnded), for: session.connection)
            }
        case .kicked(let user, let selection, let reason): kick(selection, of: user, reason)
        case .tokensRevoked(let user, let revocation):
            callerChanges.note()
            for session in directory.sessions(of: user) {
                put(.revoke(session, revocation), for: session.connection)
            }
        }
    }

    private func kick(_ selection: SessionSelection, of user: UserID, _ reason: String) {
        for session in directory.sessions(of: user) where selection.contains(session) {
            put(.kick(session, .byAdministrator(reason)), for: session.connection)
        }
    }

    private func tell(_ event: any ServerEvent, from session: SessionID?) {
        switch event.audience {
        case .user(let user):
            tell(event, to: sessions(of: user), except: event.sparesOrigin ? session : nil)
        case .sessions(let selection, let user):
            tell(event, to: directory.sessions(of: user).filter { selection.contains($0) }, except: nil)
        case .group(let group, let exceptions):
            let delivery = ShardDelivery.toGroup(group: group, SharedEvent(event), except: exceptions)
            for shard in shares.indices { shares[shard].append(delivery) }
        }
    }

    private func tell(_ event: any ServerEvent, to sessions: [SessionRecord], except excepted: SessionID?) {
        if sessions.count == 1, sessions[0].id != excepted {
            put(.serverEvent(event, to: sessions[0].connection), for: sessions[0].connection)
        } else if sessions.count > 1 {
            let sharedEvent = SharedEvent(event)
            for session in sessions where session.id != excepted {
                put(.sharedEvent(sharedEvent, to: session.connection), for: session.connection)
            }
        }
    }

    private func tell(_ event: SubscriptionEvent, to followers: [Follower]) {
        var recipients = Array(repeating: [Recipient](), count: shares.count)
        for follower in followers {
            if let connection = connectionOf[follower.account] {
                recipients[Int(connection.shard)].append(Recipient(follower, connection))
            } else {
                for connection in connectionsOf[follower.account] ?? [] {
                    recipients[Int(connection.shard)].append(Recipient(follower, connection))
                }
            }
        }
        for (shard, some) in recipients.enumerated() where !some.isEmpty {
            shares[shard].append(.subscriptionEvent(event, for: some))
        }
    }
}

extension SessionSelection {
    func contains(_ record: SessionRecord) -> Bool {
        contains(session: record.id.description, device: record.device, platform: record.platform)
    }
}
