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

/// The live rooms whose home is this shard (docs/rooms.md). Everything about a room passes its home, in one order: what clients
/// ask, what the store says of it, and the ticks that end with a frame. Nothing of it is on the writer's queue.
///
/// A room gets its home with the first request. The home reads the room's rows first, and requests wait; changes that are told
/// meanwhile wait as well, since the snapshot may be older than they are.
final class RoomHomes {
    private struct Loading {
        var asks: [(request: RoomRequest, asker: RoomAsker)] = []
        var changes: [RoomChange] = []
    }

    private let link: ShardLink
    private var rooms: [RoomID: LiveRoom] = [:]
    private var loading: [RoomID: Loading] = [:]
    /// The rooms with news for their next tick.
    private var stirred: Set<RoomID> = []
    private var tickAt: Milliseconds?
    private var looksForEmptyAt: Milliseconds?
    private var rates = RoomRates()
    private var random = SystemRandomNumberGenerator()
    private var json = JSONWriter()

    init(_ link: ShardLink) {
        self.link = link
    }

    private var settings: Configuration.Rooms { link.context.configuration.rooms }
    private var time: Milliseconds { link.context.configuration.now.time }

    // MARK: - Requests

    func take(_ request: RoomRequest, of asker: RoomAsker, in id: RoomID) {
        if let room = rooms[id] { return carryOut(request, of: asker, in: room, id) }
        guard loading[id, default: Loading()].asks.count < mostWaiting else {
            return give(.refusal(Refusal(.unavailable, "too many enter the room; nothing was done")), to: asker.address)
        }
        let isFirst = loading[id] == nil
        loading[id, default: Loading()].asks.append((request, asker))
        if isFirst { load(id) }
    }

    private func carryOut(_ request: RoomRequest, of asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        switch (request, asker.origin) {
        case (.enter(let claim, let position), .user(let user, let account, let connection?)):
            enter(connection, user, account, claim, knowing: position, asker, in: room, id)
        case (.leave, .user(_, _, let connection?)):
            leave(connection, id)
            let number = room.room.number
            answer(.ok { _ in }, asker) { $0.dismiss(connection, from: number) }
        case (.participants, .user(_, let account, _)):
            guard room.participants[account] != nil else {
                return answer(.refused(Refusal(.notInGroup, keys: ["roomID"])), asker)
            }
            answer(room.list(time: time), asker)
        case (.send(let speech), _): send(speech, asker, in: room, id)
        case (.recall(let messageID), .user(_, let account, _)):
            let seconds = link.context.configuration.messages.recallSeconds
            answer(room.recall(messageID, by: account, within: seconds, time: time), asker)
            stir(id)
        case (.kick(let user, let clears), .user(_, let account, _)):
            switch room.kick(user, clears: clears, by: account, now: link.now) {
            case .failure(let refusal): answer(.refused(refusal), asker)
            case .success(let removal):
                carryOut(removal, in: room, .kicked, Refusal(.notInGroup, keys: ["roomID"]))
                answer(.ok { _ in }, asker)
                stir(id)
            }
        // H-12: its session has ended while a hook was asked.
        case (.enter, _), (.leave, _): answer(.refused(Refusal(.notLoggedIn)), asker)
        case (.participants, .backend), (.recall, .backend), (.kick, .backend):
            preconditionFailure("a backend asked for \(request)")
        }
    }

    private func enter(
        _ connection: ConnectionID, _ user: UserID, _ account: AccountNumber, _ claim: ChannelClaim,
        knowing position: RoomPosition?, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID
    ) {
        guard rates.allowsEntry(of: account, now: link.now) else {
            return answer(.refused(Refusal(.rateLimited, "rooms are entered 30 times a minute at most")), asker)
        }
        let isIn = room.participants.contains(connection)
        guard isIn || participantsOfNode < settings.framesPerSecond * 2 else {
            return answer(.refused(Refusal(.tooMany, "the gateway has as many participants as it can tell")), asker)
        }
        let entered = room.enter(
            connection, user, account, claim, knowing: position, now: link.now, time: time)
        guard case .ok(let write) = entered else { return answer(entered, asker) }
        if !isIn { link.metrics.roomParticipants.add(1) }
        stir(id)
        note(room)
        let content = Reply.Content.ok(encoding: write, with: &json)
        let (number, address) = (room.room.number, asker.address)
        link.context.node.mailboxes[Int(connection.shard)].post { gateway in
            let refusal = gateway.roomDelivery.admit(connection, to: number, id, of: account)
            gateway.give(Reply(address, refusal.map { .refusal($0) } ?? content))
        }
    }

    /// The session has left, or is over.
    func leave(_ connection: ConnectionID, _ id: RoomID) {
        guard let room = rooms[id], room.leave(connection, now: link.now) else { return }
        link.metrics.roomParticipants.add(-1)
        if room.emptySince != nil { lookForEmpty() }
        stir(id)
        note(room)
    }

    private func send(_ speech: RoomSpeech, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        if case .user(_, let account, _) = asker.origin, !rates.allowsSend(of: account, now: link.now) {
            return answer(.refused(Refusal(.rateLimited, "a user says two things a second in rooms")), asker)
        }
        let former = room.record.messages.refused
        let said = room.send(speech, by: asker, now: link.now, time: time, using: &random)
        link.metrics.roomMessages[.refused].add(room.record.messages.refused - former)
        if case .waits = said { stir(id) } else { answer(said, asker) }
    }

    private func answer(
        _ answer: LiveRoom.Answer, _ asker: RoomAsker, first: (@Sendable (RoomDelivery) -> Void)? = nil
    ) {
        let content: Reply.Content
        switch answer {
        case .ok(let write): content = .ok(encoding: write, with: &json)
        case .refused(let refusal): content = .refusal(refusal)
        case .waits: return
        }
        let address = asker.address
        guard let first else { return give(content, to: address) }
        link.context.node.mailboxes[Int(address.ticket.shard)].post { gateway in
            first(gateway.roomDelivery)
            gateway.give(Reply(address, content))
        }
    }

    private func give(_ content: Reply.Content, to address: ReplyAddress) {
        link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, content)) }
    }

    // MARK: - The store

    private func load(_ id: RoomID) {
        let mailbox = link.mailbox
        link.context.store.read { transaction throws(StoreError) in
            var standings: [StoredRoomStanding] = []
            let room = try RoomQueries.row(of: id, in: transaction)
            if let room { standings = try RoomQueries.standings(in: room.number, transaction) }
            mailbox.post { [standings] in $0.rooms.loaded(id, room, standings) }
        } failed: { error in
            mailbox.post { $0.rooms.failed(id, error) }
        }
    }

    private func loaded(_ id: RoomID, _ room: Room?, _ standings: [StoredRoomStanding]) {
        guard let waiting = loading.removeValue(forKey: id) else { preconditionFailure("\(id) was not being read") }
        guard let room, room.isOpen, !waiting.changes.contains(.ended) else {
            for (_, asker) in waiting.asks {
                give(.refusal(Refusal(.noRoom, keys: ["roomID"])), to: asker.address)
            }
            return
        }
        let limits = RoomHome<ReplyAddress>.Limits(
            perSecond: settings.messagesPerSecond, highPerSecond: settings.highPerSecond, kept: settings.keep)
        // Each life has a moment of its own; the store need not keep it.
        let epoch = RoomEpoch(link.context.configuration.now.rawValue)
        let live = LiveRoom(room, standings, epoch: epoch, limits, now: link.now)
        rooms[id] = live
        lookForEmpty()
        note(live)
        for change in waiting.changes { note(change, in: id) }
        for (request, asker) in waiting.asks { take(request, of: asker, in: id) }
    }

    private func failed(_ id: RoomID, _ error: StoreError) {
        for (_, asker) in loading.removeValue(forKey: id)?.asks ?? [] {
            give(.fault(error.refusal), to: asker.address)
        }
    }

    /// A commit has changed the room's rows.
    func note(_ change: RoomChange, in id: RoomID) {
        if loading[id] != nil { loading[id]?.changes.append(change) }
        guard let room = rooms[id] else { return }
        switch change {
        case .facts(let info, let rules):
            room.note(info, rules)
            let event = Payload(of: RoomChanged(room: room.room), &json)
            tell(event, highOnly: event, in: room)
        case .standing(let user, let account, let standing, let clears):
            let (removal, refusal) = room.note(
                standing, of: user, account, clears: clears, now: link.now, time: time)
            carryOut(removal, in: room, .banned, refusal)
            stir(id)
        case .ended: end(id, room)
        }
    }

    /// L-37: the account is gone, and with it what it has said.
    func erase(_ user: UserID) {
        for (id, room) in rooms {
            room.clear(user)
            if room.hasNews { stir(id) }
        }
    }

    private func carryOut(
        _ removal: LiveRoom.Removal, in room: LiveRoom, _ reason: RoomLeft.Reason, _ refusal: Refusal
    ) {
        let (number, event) = (room.room.number, RoomLeft(room: room.room.id, reason: reason))
        for connection in removal.connections {
            link.context.node.mailboxes[Int(connection.shard)].post {
                $0.roomDelivery.dismiss(connection, from: number, event)
            }
        }
        link.metrics.roomParticipants.add(-removal.connections.count)
        link.metrics.roomMessages[.refused].add(removal.withdrawn.count)
        for address in removal.withdrawn { give(.refusal(refusal), to: address) }
        if room.emptySince != nil { lookForEmpty() }
        note(room)
    }

    private func end(_ id: RoomID, _ room: LiveRoom) {
        for address in room.end() { give(.refusal(Refusal(.noRoom, keys: ["roomID"])), to: address) }
        let (number, event) = (room.room.number, Payload(of: RoomEnded(room: id), &json))
        for mailbox in link.context.node.mailboxes { mailbox.post { $0.roomDelivery.end(number, event) } }
        link.metrics.roomParticipants.add(-room.participants.count)
        forget(id, room)
    }

    private func forget(_ id: RoomID, _ room: LiveRoom) {
        rooms[id] = nil
        stirred.remove(id)
        link.context.rooms.note(nil, of: room.room.number)
    }

    private func note(_ room: LiveRoom) { link.context.rooms.note(room.record, of: room.room.number) }

    // MARK: - Ticks

    private var participantsOfNode: Int {
        link.context.metrics.shards.reduce(0) { $0 + $1.roomParticipants.value }
    }

    /// L-04: with many participants ticks are longer, so that all frames of the node can be sent.
    private var interval: Milliseconds {
        let needed = participantsOfNode * 1_000 / settings.framesPerSecond
        return Milliseconds(min(max(settings.frameMilliseconds, needed), 2_000))
    }

    private func stir(_ id: RoomID) {
        guard rooms[id]?.hasNews == true else { return }
        stirred.insert(id)
        if tickAt != nil { return }
        let moment = link.now + interval
        tickAt = moment
        link.wake(at: moment)
    }

    func timerFired() {
        if let moment = tickAt {
            if moment <= link.now { closeTicks() } else { link.wake(at: moment) }
        }
        if let moment = looksForEmptyAt {
            if moment <= link.now { forgetEmpty() } else { link.wake(at: moment) }
        }
    }

    private func closeTicks() {
        tickAt = nil
        let (now, time, ids) = (link.now, time, stirred)
        // So much each participant can be told until the next tick.
        let perSecond = settings.bytesPerSecond / max(1, participantsOfNode)
        let bytes = perSecond * Int(interval.rawValue) / 1_000
        stirred = []
        var replies = Array(repeating: [Reply](), count: link.context.node.mailboxes.count)
        for id in ids {
            guard let room = rooms[id] else { continue }
            let (frame, answers) = room.closeTick(bytes: bytes, now: now, time: time)
            if frame.hasNews { tell(frame, in: room) }
            for (address, message) in answers {
                let content: Reply.Content =
                    if let message { .ok(encoding: message.writeReply, with: &json) } else { .refusal(Refusal(.shed)) }
                replies[Int(address.ticket.shard)].append(Reply(address, content))
            }
            link.metrics.roomMessages[.drawn].add(frame.messages.count)
            link.metrics.roomMessages[.shed].add(frame.shed)
            note(room)
            stir(id)
        }
        for (mailbox, replies) in zip(link.context.node.mailboxes, replies) where !replies.isEmpty {
            mailbox.post { gateway in
                for reply in replies { gateway.give(reply) }
            }
        }
    }

    /// L-17: encoded once, for all shards.
    private func tell(_ frame: RoomFrame, in room: LiveRoom) {
        tell(Payload(of: frame, &json), highOnly: frame.highOnly.map { Payload(of: $0, &json) }, in: room)
    }

    private func tell(_ event: Payload, highOnly: Payload?, in room: LiveRoom) {
        let number = room.room.number
        for mailbox in link.context.node.mailboxes {
            mailbox.post { $0.roomDelivery.tell(event, highOnly: highOnly, in: number) }
        }
    }

    // MARK: - Rooms that nobody is in

    private func lookForEmpty() {
        if looksForEmptyAt != nil { return }
        let moment = link.now + emptyPeriod
        looksForEmptyAt = moment
        link.wake(at: moment)
    }

    /// The room stays; its messages and its epoch are over.
    private func forgetEmpty() {
        looksForEmptyAt = nil
        for (id, room) in rooms {
            guard let since = room.emptySince else { continue }
            if since + emptyPeriod <= link.now, !room.hasNews { forget(id, room) } else { lookForEmpty() }
        }
    }
}

extension Payload {
    fileprivate convenience init(of event: some EventContent, _ json: inout JSONWriter) {
        json.clear()
        json.event(event)
        self.init(text: json.bytes)
    }
}

extension GatewayContext {
    /// Does something at the room's home. There is one home in the process for each id.
    func postToHome(of id: RoomID, _ work: @escaping @Sendable (RoomHomes) -> Void) {
        node.mailboxes[RoomHomes.shard(of: id, among: node.mailboxes.count)].post { work($0.rooms) }
    }
}

extension RoomHomes {
    static func shard(of id: RoomID, among count: Int) -> Int { Int(UInt(bitPattern: id.hashValue) % UInt(count)) }
}

/// Requests that wait until a room's rows are read.
private let mostWaiting = 10_000
/// So long a room that is empty keeps its last messages.
private let emptyPeriod: Milliseconds = 3_600_000
