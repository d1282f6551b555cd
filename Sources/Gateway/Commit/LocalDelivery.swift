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
    /// The shards whose share has a change of a room.
    private var homes: [Int] = []
    /// Where the sessions of accounts are: of those with one, and of those with several. One that has ended stands here until
    /// the account departs; its shard knows that its connection is gone.
    private var placeOf: [AccountNumber: Place] = [:]
    private var placesOf: [AccountNumber: [Place]] = [:]

    private struct Place {
        let session: SessionID
        let connection: ConnectionID
        let isLean: Bool

        func hears(_ event: any ServerEvent, from origin: SessionID?) -> Bool {
            !(isLean && event.isImplied) && !(session == origin && event.sparesOrigin)
        }
    }

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
            case .unseated(let session, let user, let account, let kick): unseat(session, of: user, account, kick)
            case .chat(let effect, let session): carry(effect, from: session)
            }
        }
        // L-19: a room's home has a change before anybody can act on the reply to it.
        for shard in homes { handShare(to: shard, stamp) }
        homes.removeAll(keepingCapacity: true)
        for shard in shares.indices { handShare(to: shard, stamp) }
    }

    private func handShare(to shard: Int, _ stamp: Stamp) {
        if shares[shard].isEmpty { return }
        hand(shard, shares[shard], stamp)
        shares[shard] = []
    }

    func sessionsChanged(of account: AccountNumber, to sessions: [SessionRecord]) {
        let places = sessions.map { Place(session: $0.id, connection: $0.connection, isLean: $0.isLean) }
        placeOf[account] = places.count == 1 ? places[0] : nil
        placesOf[account] = places.count > 1 ? places : nil
    }

    /// Whether what is told to the account is heard here, as long as no effect has changed who sits here.
    func reaches(_ account: AccountNumber) -> Bool {
        placeOf[account] != nil || placesOf[account] != nil || !directory.hearers[account].isEmpty
    }

    private func put(_ delivery: ShardDelivery, for connection: ConnectionID) {
        shares[Int(connection.shard)].append(delivery)
    }

    /// For all shards.
    private func put(_ delivery: ShardDelivery) {
        for shard in shares.indices { shares[shard].append(delivery) }
    }

    // MARK: - Logins

    private func admit(_ admitted: AdmittedLogin) {
        guard let record = directory.takeExpected(admitted.request.session) else {
            preconditionFailure("nobody expects session \(admitted.request.session)")
        }
        let opening = directory.open(record)
        sessionsChanged(of: admitted.login.account, to: directory.sessions(of: record.user))
        for (ended, reason) in opening.ended {
            put(
                .kick(ended, .replaced(reason, by: Kick.Successor(device: record.device, platform: record.platform))),
                for: ended.connection)
        }
        put(.attachSession(admitted, record, opening.meter), for: record.connection)
    }

    private func unseat(_ id: SessionID, of user: UserID, _ account: AccountNumber, _ kick: Kick?) {
        let ended = directory.sessions(of: user).first { $0.id == id }
        directory.close(id, of: user)
        sessionsChanged(of: account, to: directory.sessions(of: user))
        // One that has ended by itself is not in the directory any more.
        if let ended { put(kick.map { .kick(ended, $0) } ?? .lose(ended), for: ended.connection) }
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
            if !directory.hearers.isEmpty { put(.endHearing(group, of: user)) }
        case .followed(let channel, let user):
            for session in directory.sessions(of: user) {
                put(.follow(channel, session), for: session.connection)
            }
        case .unfollowed(let channel, let user):
            for session in directory.sessions(of: user) {
                put(.unfollow(channel, session), for: session.connection)
            }
        case .channelEnded(let channel): put(.endChannel(channel))
        case .room(let id, let change):
            let home = RoomHomes.shard(of: id, among: shares.count)
            shares[home].append(.room(id, change))
            homes.append(home)
        case .broadcastStopped(let seq): put(.stopBroadcast(seq))
        case .accountEnded(let user):
            callerChanges.note()
            kick(SessionSelection(), of: user, .accountEnded)
            put(.eraseInRooms(of: user))
        case .kicked(let user, let selection, let reason): kick(selection, of: user, .byAdministrator(reason))
        case .tokensRevoked(let user, let revocation):
            callerChanges.note()
            for session in directory.sessions(of: user) {
                put(.revoke(session, revocation), for: session.connection)
            }
            put(.endFollowing(of: user, revocation))
        }
    }

    /// the sessions are in no list any more when the request that ends them is answered.
    private func kick(_ selection: SessionSelection, of user: UserID, _ cause: Kick) {
        for session in directory.sessions(of: user) where selection.contains(session) {
            directory.close(session.id, of: user)
            put(.kick(session, cause), for: session.connection)
        }
        // A follower over HTTP has neither a session nor a device.
        if selection == SessionSelection() { put(.endFollowing(of: user, nil)) }
    }

    private func tell(_ event: any ServerEvent, from session: SessionID?) {
        switch event.audience {
        case .user(_, let account): tell(event, to: account, from: session)
        case .sessions(let selection, let user):
            let sharedEvent = SharedEvent(event)
            for session in directory.sessions(of: user) where selection.contains(session) {
                put(.sharedEvent(sharedEvent, to: session.connection), for: session.connection)
            }
        case .group(let group, let exceptions):
            put(.toGroup(group: group, SharedEvent(event), except: exceptions))
        case .member(let account, let group): put(.toMember(account, of: group, SharedEvent(event)))
        case .channel(let channel): put(.toChannel(channel, SharedEvent(event)))
        case .all(let place): put(.broadcast(place, SharedEvent(event)))
        }
    }

    private func tell(_ event: any ServerEvent, to account: AccountNumber, from origin: SessionID?) {
        if let place = placeOf[account] {
            if place.hears(event, from: origin) {
                put(.serverEvent(event, to: place.connection), for: place.connection)
            }
        } else if let places = placesOf[account] {
            let sharedEvent = SharedEvent(event)
            for place in places where place.hears(event, from: origin) {
                put(.sharedEvent(sharedEvent, to: place.connection), for: place.connection)
            }
        }
        for connection in directory.hearers[account] {
            put(.sharedEvent(SharedEvent(event), to: connection), for: connection)
        }
    }

    private func tell(_ event: SubscriptionEvent, to followers: [Follower]) {
        var recipients = Array(repeating: [Recipient](), count: shares.count)
        for follower in followers {
            if let connection = placeOf[follower.account]?.connection {
                recipients[Int(connection.shard)].append(Recipient(follower, connection))
            } else {
                for place in placesOf[follower.account] ?? [] {
                    recipients[Int(place.connection.shard)].append(Recipient(follower, place.connection))
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
