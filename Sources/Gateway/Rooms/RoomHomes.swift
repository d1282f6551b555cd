import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Settings
import Storage
import Telemetry
import Transport

/// The live rooms of this shard (docs/rooms.md). Everything that this process has to do with a room passes here, in one order:
/// what clients ask, what the store says of it, and the ticks that end with a frame. Nothing of it is on the writer's queue.
///
/// A gateway that runs alone is home to all rooms. On a cluster a room's row names its home, and the shard is that home or
/// follows it.
final class RoomHomes {
    let link: ShardLink
    var rooms: [RoomID: LiveRoom] = [:]
    let arrivals: RoomArrivals
    let replies: RoomReplies
    let questions = RoomQuestions()
    private(set) lazy var duties = RoomDuties(link, self)
    private(set) lazy var hooks = RoomHooks(link, self)
    /// The rooms with news for their next tick.
    var stirred: Set<RoomID> = []
    var tickAt: Milliseconds?
    /// At the last tick, whether the homes are still here.
    var hadDoubts = false
    private var looksForEmptyAt: Milliseconds?
    /// On a cluster: when rooms that wait for their homes are looked at again.
    var looksAgainAt: Milliseconds?
    // L-33: how often a user enters rooms and speaks there.
    private var entries = RateMeters<AccountNumber>(RateLimit(perMinute: 30))
    private var sends = RateMeters<AccountNumber>(RateLimit(perSecond: 2, burst: 4))
    private var random = SystemRandomNumberGenerator()
    var json = JSONWriter()
    var isDraining = false

    init(_ link: ShardLink) {
        self.link = link
        replies = RoomReplies(link)
        arrivals = RoomArrivals(link, replies)
        arrivals.begin = { [unowned self] in begin($0, $1, $2, $3) }
    }

    var settings: Configuration.Rooms { link.context.configuration.rooms }
    var time: Milliseconds { link.context.configuration.now.time }
    /// Nil: the gateway runs alone.
    var links: RoomLinks? { link.context.roomLinks }

    // MARK: - Requests

    func take(_ request: RoomRequest, of asker: RoomAsker, in id: RoomID) {
        if let room = rooms[id] { return carryOut(request, of: asker, in: room, id) }
        arrivals.take(request, of: asker, in: id)
        if links != nil { lookAgainSoon() }
    }

    func carryOut(_ request: RoomRequest, of asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        switch (request, asker.origin) {
        case (.leave, .user(_, _, let connection?)):
            leave(connection, id)
            let number = room.number
            return replies.answer(.ok { _ in }, asker) { $0.dismiss(connection, from: number) }
        case (.participants, .user(_, let account, _)) where room.participants[account] != nil:
            room.occupancyElsewhere = link.context.rooms.occupancyElsewhere(in: room.number)
            return replies.answer(room.list(time: time), asker)
        case (.count(let name, let count), .user(_, let account, _)) where room.participants[account] != nil:
            return duties.count(count, for: name, asker, in: room, id)
        default: break
        }
        if let away = room.away {
            guard away.isHeard else {
                return replies.refuse(asker, "the room's home is not to be reached; nothing was done")
            }
            if request.isForHome { return replies.forward(request, of: asker, in: room, to: away.node) }
        }
        switch (request, asker.origin) {
        case (.enter(let claim, let position), .user(let user, let account, let connection?)):
            enter(connection, (user, account), claim, knowing: position, asker, in: room, id)
        case (.hear(let claim, let position, let connection), .user(let user, let account, _)):
            enter(connection, (user, account), claim, knowing: position, asker, in: room, id)
        case (.hear(let claim, let position, let connection), .backend):
            enter(connection, nil, claim, knowing: position, asker, in: room, id)
        case (.participants, .user(let user, let account, _)):
            ifInside(user, account, asker, room, id) { [self] in replies.answer(room.list(time: time), asker) }
        case (.send(let speech), .user(let user, let account, _)):
            ifInside(user, account, asker, room, id) { [self] in send(speech, asker, in: room, id) }
        case (.send(let speech), .backend): send(speech, asker, in: room, id)
        case (.recall(let messageID), .user(_, let account, _)):
            let seconds = link.context.configuration.messages.recallSeconds
            replies.answer(room.recall(messageID, by: account, within: seconds, time: time), asker)
            stir(id)
        case (.kick(let user, let clears), .user(_, let account, _)):
            kick(user, clears: clears, by: account, asker, in: room, id)
        case (.count(let name, let count), .user(let user, let account, _)):
            ifInside(user, account, asker, room, id) { [duties] in duties.count(count, for: name, asker, in: room, id) }
        case (.count(let name, let count), .backend): duties.count(count, for: name, asker, in: room, id)
        case (.find(let users), .backend): find(users, asker, in: room, id)
        // H-12: its session has ended while a hook was asked.
        case (.enter, _), (.leave, _): replies.answer(.refused(Refusal(.notLoggedIn)), asker)
        case (.participants, .backend), (.recall, .backend), (.kick, .backend), (.find, .user):
            preconditionFailure("\(asker.origin) asked for \(request)")
        }
    }

    /// `user`: nil for a guest or a backend.
    private func enter(
        _ connection: ConnectionID, _ user: (id: UserID, account: AccountNumber)?, _ claim: ChannelClaim,
        knowing position: RoomPosition, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID
    ) {
        if let user, !entries.allows(user.account, now: link.now) {
            return replies.answer(.refused(Refusal(.rateLimited, "rooms are entered 30 times a minute at most")), asker)
        }
        let isIn = room.participants.contains(connection)
        guard isIn || participantsOfNode < settings.framesPerSecond * 2 else {
            return replies.answer(
                .refused(Refusal(.tooMany, "the gateway has as many participants as it can tell")), asker)
        }
        room.occupancyElsewhere = link.context.rooms.occupancyElsewhere(in: room.number)
        let (entered, entry) = room.enter(connection, user, claim, knowing: position, now: link.now, time: time)
        guard case .ok(let write) = entered else { return replies.answer(entered, asker) }
        if !isIn { link.metrics.roomParticipants.add(1) }
        stir(id)
        note(room)
        let content = Reply.Content.ok(encoding: write, with: &json)
        let (number, address) = (room.number, asker.ticket.address)
        let account = user?.account ?? 0
        link.context.node.mailboxes[Int(connection.shard)].post { gateway in
            let refusal = gateway.roomDelivery.admit(connection, to: number, id, of: account, entry: entry)
            gateway.give(Reply(address, refusal.map { .refusal($0) } ?? content))
        }
    }

    /// The session has left, or is over. `entry`: it could not be let in; if it has entered again since, it stays.
    func leave(_ connection: ConnectionID, _ id: RoomID, entry: Int? = nil) {
        guard let room = rooms[id], room.leave(connection, entry: entry, now: link.now) else { return }
        link.metrics.roomParticipants.add(-1)
        if room.emptySince != nil { lookForEmpty() }
        stir(id)
        note(room)
    }

    private func send(_ speech: RoomSpeech, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        if case .user(_, let account, _) = asker.origin, !sends.allows(account, now: link.now) {
            return replies.answer(.refused(Refusal(.rateLimited, "a user says two things a second in rooms")), asker)
        }
        let former = room.record.messages?.refused ?? 0
        let said = room.send(speech, by: asker, hooks.speech(of: asker), now: link.now, time: time, using: &random)
        link.metrics.roomMessages[.refused].add((room.record.messages?.refused ?? 0) - former)
        if case .waits = said { stir(id) } else { replies.answer(said, asker) }
    }

    // MARK: - The store

    var limits: RoomHome<RoomTicket>.Limits {
        RoomHome<RoomTicket>.Limits(
            perSecond: settings.messagesPerSecond, highPerSecond: settings.highPerSecond, kept: settings.keep)
    }

    private func begin(
        _ id: RoomID, _ arrival: RoomArrivals.Arrival, _ epoch: RoomEpoch, _ away: LiveRoom.Away?
    ) {
        guard let rows = arrival.rows else { preconditionFailure("\(id) has no rows") }
        let live = LiveRoom(rows, thresholds: settings.occupancyThresholds, now: link.now)
        if let away { _ = live.follow(away) } else { live.beginHome(epoch, limits, now: link.now) }
        rooms[id] = live
        lookForEmpty()
        note(live)
        for change in arrival.changes { note(change, in: id) }
        for (request, asker) in arrival.asks { take(request, of: asker, in: id) }
    }

    /// A commit has changed the room's rows.
    func note(_ change: RoomChange, in id: RoomID) {
        arrivals.note(change, in: id)
        guard let room = rooms[id] else { return }
        switch change {
        case .facts(let info, let rules):
            room.note(info, rules)
            duties.tendSoon(room)
            let event = Payload(of: RoomChanged(room: room.room), &json)
            tell(event, highOnly: event, in: room)
        case .standing(let user, let account, let standing, let clears):
            let (removal, refusal) = room.note(
                standing, of: user, account, clears: clears, now: link.now, time: time)
            carryOut(removal, in: room, .banned, refusal)
            stir(id)
        case .values(let kind, let step):
            room.values.note(step, of: kind)
            duties.tendSoon(room)
            stir(id)
        case .counters(let counters): room.counters.note(counters)
        case .threshold(let threshold): room.note(threshold: threshold)
        case .home(let node, let epoch): if epoch > room.history.epoch { move(room, id, to: node, epoch) }
        case .ended: end(id, room)
        }
    }

    /// L-37: the account is gone, and with it what it has said.
    func erase(_ user: UserID) {
        for (id, room) in rooms {
            replies.refuse(room.withdraw(user), Refusal(.forbidden), in: id)
            room.clear(user)
            if room.hasNews { stir(id) }
        }
    }

    func carryOut(_ removal: LiveRoom.Removal, in room: LiveRoom, _ reason: RoomLeft.Reason, _ refusal: Refusal) {
        let (number, event) = (room.number, RoomLeft(room: room.room.id, reason: reason))
        for connection in removal.connections {
            link.context.node.mailboxes[Int(connection.shard)].post {
                $0.roomDelivery.dismiss(connection, from: number, event)
            }
        }
        link.metrics.roomParticipants.add(-removal.connections.count)
        replies.refuse(removal.withdrawn, refusal, in: room.room.id)
        if room.emptySince != nil { lookForEmpty() }
        note(room)
    }

    private func end(_ id: RoomID, _ room: LiveRoom) {
        replies.refuse(room.end(), Refusal(.noRoom, keys: ["roomID"]), in: id)
        let (number, event) = (room.number, Payload(of: RoomEnded(room: id), &json))
        for mailbox in link.context.node.mailboxes { mailbox.post { $0.roomDelivery.end(number, event) } }
        link.metrics.roomParticipants.add(-room.audience)
        forget(id, room)
    }

    func forget(_ id: RoomID, _ room: LiveRoom) {
        rooms[id] = nil
        stirred.remove(id)
        replies.giveUp(id)
        link.context.rooms.note(nil, of: room.number)
    }

    /// Others have come or gone.
    func note(_ room: LiveRoom) {
        link.context.rooms.note(room.record, of: room.number)
        duties.tendSoon(room)
    }

    // MARK: - Rooms that nobody is in

    func timerFired() {
        if isDue(\.tickAt) { closeTicks() }
        if isDue(\.looksForEmptyAt) { forgetEmpty() }
        if isDue(\.duties.at) { duties.tend() }
        if isDue(\.looksAgainAt) { lookAgain() }
    }

    private func isDue(_ moment: ReferenceWritableKeyPath<RoomHomes, Milliseconds?>) -> Bool {
        guard let due = self[keyPath: moment] else { return false }
        guard due <= link.now else {
            link.wake(at: due)
            return false
        }
        self[keyPath: moment] = nil
        return true
    }

    func lookForEmpty() {
        if looksForEmptyAt != nil { return }
        let moment = link.now + (links == nil ? emptyPeriod : awayPeriod)
        looksForEmptyAt = moment
        link.wake(at: moment)
    }

    /// The room stays; at its home its messages and its epoch are over.
    private func forgetEmpty() {
        for (id, room) in rooms {
            guard let since = room.emptySince else { continue }
            let period = room.isHome ? emptyPeriod : awayPeriod
            guard since + period <= link.now, !room.hasNews, room.followers.isEmpty else {
                lookForEmpty()
                continue
            }
            // Its counts since then are not to wait for its next participants.
            duties.writeCounters(of: room)
            if let away = room.away { links?.post(.unfollow(id), to: CollectionOfOne(away.node)) }
            forget(id, room)
        }
    }
}

extension GatewayContext {
    /// Does something where this process has the room.
    func postToHome(of id: RoomID, _ work: @escaping @Sendable (RoomHomes) -> Void) {
        node.mailboxes[RoomHomes.shard(of: id, among: node.mailboxes.count)].post { work($0.rooms) }
    }
}

extension RoomHomes {
    static func shard(of id: RoomID, among count: Int) -> Int { Int(UInt(bitPattern: id.hashValue) % UInt(count)) }
}

/// So long a room that is empty keeps its last messages.
private let emptyPeriod: Milliseconds = 3_600_000
/// So long a node without participants hears a room's frames.
private let awayPeriod: Milliseconds = 30_000
