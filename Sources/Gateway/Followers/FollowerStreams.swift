import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Locking
import Meters
import Routing
import Settings
import Storage
import Transport

/// The users and guests who follow channels over HTTP (docs/channels.md): `GET /v1/channels/{id}/events`. Those who hear a
/// conversation or a room are among them.
///
/// A user is let in as one who asks for `channel.info`. A follower is entered first, and what it has
/// missed is read then; so whatever is not in what was read waits for it, or comes later (docs/decisions/052).
final class FollowerStreams {
    let link: ShardLink
    let groups: GroupDelivery
    let streamed: StreamedDelivery
    let rooms: RoomDelivery
    /// Those that hear a conversation or a room.
    var hearing: [ConnectionID: FollowerStream] = [:]
    private var streams: [ConnectionID: FollowerStream] = [:]
    /// Without guests and backends.
    private var byUser: [UserID: [FollowerStream]] = [:]
    private var byChannel = FollowersByChannel()

    init(_ link: ShardLink, _ groups: GroupDelivery, _ streamed: StreamedDelivery, _ rooms: RoomDelivery) {
        self.link = link
        self.groups = groups
        self.streamed = streamed
        self.rooms = rooms
        link.followers = self
    }

    // MARK: - Beginning

    /// `access`: of an admin key; nil: a user or a guest.
    func begin(
        _ request: FollowerRequest, by identity: Authenticator.Identity, with access: AdminAccess?,
        on connection: Connection, _ exchange: HTTPExchange, _ calls: HTTPCalls
    ) throws(HTTPFailure) {
        let limits = link.context.limits
        let places =
            access != nil
            ? limits.streamsOfKeys : identity.claim.isGuest ? limits.streamsOfGuests : limits.streamsOfUsers
        guard places.begin(identity.user.text) else {
            throw HTTPFailure(Refusal(.rateLimited, "there are as many streams as may be"))
        }
        let stream = FollowerStream(self, connection.id, request, by: identity, with: access, at: places, exchange)
        streams[connection.id] = stream
        if stream.isOfUser { byUser[identity.user, default: []].append(stream) }
        switch request.subject {
        case .channel(let id, _) where identity.claim.isGuest: judgeGuest(stream, in: id)
        case .channel(let id, _): judge(stream, in: id, calls)
        case .conversation(let id, let position): judge(stream, in: id, after: position, calls)
        case .room(let id, let position): enter(stream, id, knowing: position, calls)
        }
    }

    /// As one who asks for `channel.info`.
    private func judge(_ stream: FollowerStream, in channel: ChannelID, _ calls: HTTPCalls) {
        let found = Lock<ChannelNumber?>(nil)
        let caller = HTTPCaller.user(stream.identity)
        let judging = HTTPCall(operation: GetChannel.declaration.name, data: [], key: nil, caller: caller, trace: nil) {
            _, caller in
            .read { transaction, _ throws(CommandError) in
                let number = try ChannelQueries.visible(channel, to: caller.claim, in: transaction).number
                found.withLock { $0 = number }
            }
        }
        calls.run(judging) { [self] content in
            switch (content, found.withLock { $0 }) {
            case (.refusal(let refusal), _), (.fault(let refusal), _): refuse(stream, refusal)
            case (.ok, let number?): catchUp(stream, in: channel, number)
            case (.ok, nil): preconditionFailure("a follower was let in to no channel")
            }
        }
    }

    /// F-30: nobody is known, so there is no account to look at.
    private func judgeGuest(_ stream: FollowerStream, in channel: ChannelID) {
        let payer = payer(of: stream)
        guard payer.meter.allows(payer.rate, now: link.now) else { return refuse(stream, Refusal(.rateLimited)) }
        ask(stream) { transaction throws(CommandError) in
            try ChannelQueries.visible(channel, to: .guest, in: transaction).number
        } then: { followers, stream, number in
            followers.catchUp(stream, in: channel, number)
        }
    }

    private func catchUp(_ stream: FollowerStream, in channel: ChannelID, _ number: ChannelNumber) {
        guard case .channel(_, let after) = stream.request.subject else {
            preconditionFailure("a stream that is of no channel was let into one")
        }
        if let refusal = stream.refusal { return refuse(stream, refusal) }
        guard case .judged(let exchange) = stream.stage else { preconditionFailure("a follower was let in twice") }
        stream.number = number
        stream.stage = .catchingUp(exchange)
        byChannel.enter(number, stream)
        let configuration = link.context.configuration
        let missed = ChannelMissed(
            of: channel, stream.identity.claim, after: after,
            messages: configuration.streams.resumeMessages, bytes: configuration.resumeBytes,
            since: configuration.channelCutoff)
        ask(stream) { [wait = configuration.drain.wait] transaction throws(CommandError) in
            FollowerPage(try missed.stream(of: number, in: transaction), of: channel, wait: wait)
        } then: { followers, stream, page in
            followers.begin(stream, with: page)
        }
    }

    /// Asks the store, at the follower's cost.
    private func ask<Answer: Sendable>(
        _ stream: FollowerStream, _ work: @escaping @Sendable (any Transaction) throws(CommandError) -> Answer,
        then take: @escaping @Sendable (FollowerStreams, FollowerStream, Answer) -> Void
    ) {
        let (id, mailbox, payer) = (stream.connection, link.mailbox, payer(of: stream))
        link.context.store.read { transaction throws(StoreError) in
            do throws(CommandError) {
                let answer = try payer.paying({ transaction.steps }) { () throws(CommandError) in
                    try work(transaction)
                }
                mailbox.post { $0.followers.with(id) { take($0, $1, answer) } }
            } catch {
                switch error {
                case .refused(let refusal): mailbox.post { $0.followers.with(id) { $0.refuse($1, refusal) } }
                case .store(let error): throw error
                }
            }
        } failed: { _ in
            let refusal = Refusal(.unavailable, "the gateway's store cannot be read")
            mailbox.post { $0.followers.with(id) { $0.refuse($1, refusal) } }
        }
    }

    private func with(_ id: ConnectionID, _ take: (FollowerStreams, FollowerStream) -> Void) {
        guard let stream = streams[id] else { preconditionFailure("nobody waits for an answer on \(id)") }
        take(self, stream)
    }

    func payer(of stream: FollowerStream) -> Payer {
        Payer(
            meter: link.context.directory.meter(of: stream.identity.user),
            rate: stream.identity.claim.isGuest ? link.context.limits.ofGuests : link.context.limits.ofUser)
    }

    func begin(_ stream: FollowerStream, with page: FollowerPage) {
        if let refusal = stream.refusal { return refuse(stream, refusal) }
        if link.context.readiness.isDraining {
            return refuse(stream, Refusal(.unavailable, "the gateway is shutting down; nothing was done"))
        }
        guard case .catchingUp(let exchange) = stream.stage else {
            preconditionFailure("a stream was to begin twice")
        }
        stream.stage = .live
        let waiting = stream.waiting
        stream.waiting = []
        stream.position = page.seq
        openStreams(like: stream)?.add(1)
        guard let connection = exchange.begin(stream) else { return ended(stream) }
        // It ends with the stream, of which each user and each address may have so many.
        link.shard.settle(connection)
        link.shard.streams.send(page.bytes, to: connection)
        if case .channel = stream.request.subject { link.metrics.channelEventsStreamed.add(page.count) }
        for event in waiting { tell(event, to: stream) }
        watchTexts(stream)
        watch(stream, on: connection)
    }

    /// Nil: it is counted as one who is in its room.
    private func openStreams(like stream: FollowerStream) -> Gauge? {
        switch stream.request.subject {
        case .channel: link.metrics.channelStreamsOpen
        case .conversation: link.metrics.conversationStreamsOpen
        case .room: nil
        }
    }

    func refuse(_ stream: FollowerStream, _ refusal: Refusal) {
        let exchange =
            switch stream.stage {
            case .judged(let exchange), .catchingUp(let exchange): exchange
            case .live: preconditionFailure("a stream that has begun was refused")
            }
        ended(stream)
        exchange.finish(HTTPFailure(refusal))
    }

    // MARK: - Telling

    /// Those who have long been there get it in one go; of a newcomer its place is looked at.
    func tell(_ sharedEvent: SharedEvent, in channel: ChannelNumber) {
        guard !streams.isEmpty, let (connections, newcomers) = byChannel[channel] else { return }
        let event = link.serverSent(sharedEvent)
        link.shard.streams.send(event.payload, to: connections)
        link.metrics.channelEventsStreamed.add(connections.count)
        for stream in newcomers { tell(event, to: stream) }
    }

    func tell(_ event: ServerSentEvent, to stream: FollowerStream) {
        switch stream.stage {
        case .judged: preconditionFailure("a follower that has not been entered is told")
        case .catchingUp:
            stream.waiting.append(event)
            if stream.waiting.count > mostWaiting {
                stream.refusal = Refusal(.unavailable, "the gateway's store cannot be read fast enough")
                stream.waiting = []
                byChannel.leave(stream)
            }
        case .live where stream.conversation != nil: tell(event, ofConversationTo: stream)
        case .live where stream.number == nil: link.shard.streams.send(event.payload, to: [stream.connection])
        case .live:
            if event.seq.map({ $0 > stream.position }) ?? true {
                link.shard.streams.send(event.payload, to: [stream.connection])
                link.metrics.channelEventsStreamed.add()
            }
            // It has all that has been told: from here on it is one of many.
            if let seq = event.seq, seq >= stream.position { byChannel.settle(stream) }
        }
    }

    /// A comment keeps proxies from ending a connection that is silent. A stream ends with its token.
    func comment(_ stream: FollowerStream, on connection: Connection) {
        if timeLeft(stream) <= 0 { return link.shard.streams.end(connection) }
        link.shard.streams.send(Array(":\n\n".utf8), to: connection)
        watch(stream, on: connection)
    }

    private func watch(_ stream: FollowerStream, on connection: Connection) {
        let wait = min(betweenComments, max(timeLeft(stream), 0))
        link.shard.setServiceDeadline(connection, at: (link.now + wait).rawValue)
    }

    private func timeLeft(_ stream: FollowerStream) -> Milliseconds {
        let configuration = link.context.configuration
        return SessionExpiry.end(of: stream.identity.expiresAt, configuration) - configuration.now.time
    }

    // MARK: - Ending

    /// F-07: after those who are there have been told.
    func end(_ channel: ChannelNumber) {
        guard let (connections, newcomers) = byChannel[channel] else { return }
        for stream in connections.compactMap({ streams[$0] }) + newcomers {
            end(stream, Refusal(.noChannel, keys: ["channelID"]))
        }
    }

    /// The account has ended, or an administrator has ended what the user has open; with a revocation, tokens have.
    func end(of user: UserID, _ revocation: TokenRevocation?) {
        end(of: user, .tokenRevoked) { revocation?.covers(issuedAt: $0.identity.issuedAt) ?? true }
    }

    func end(of user: UserID, _ refusal: Refusal, where isSo: (FollowerStream) -> Bool) {
        for stream in byUser[user] ?? [] where isSo(stream) { end(stream, refusal) }
    }

    /// L-05: those of the connections that hear a room, and have been told why they hear it no longer.
    func end(_ connections: [ConnectionID]) {
        if hearing.isEmpty { return }
        for stream in connections.compactMap({ hearing[$0] }) { end(stream, Refusal(.noRoom, keys: ["roomID"])) }
    }

    /// Backends that come again show their keys again.
    func endThoseOfKeys() {
        for stream in streams.values where stream.access != nil {
            end(stream, Refusal(.unavailable, "the keys are read again; nothing was done"))
        }
    }

    func endAll() { end(streams.count) }

    /// As many of those that have begun; the others are refused when their turn comes.
    func end(_ count: Int) {
        for stream in Array(streams.values.lazy.filter(\.isLive).prefix(count)) {
            end(stream, Refusal(.unavailable, "the gateway is shutting down; nothing was done"))
        }
    }

    private func end(_ stream: FollowerStream, _ refusal: Refusal) {
        guard stream.isLive else { return stream.refusal = refusal }
        if let connection = link.shard.connection(stream.connection) { link.shard.streams.end(connection) }
    }

    func ended(_ stream: FollowerStream) {
        let user = stream.identity.user
        streams[stream.connection] = nil
        byUser[user]?.removeAll { $0 === stream }
        if byUser[user]?.isEmpty == true { byUser[user] = nil }
        byChannel.leave(stream)
        leave(stream)
        stream.places.end(user.text)
        if stream.isLive { openStreams(like: stream)?.add(-1) }
    }
}

private let betweenComments: Milliseconds = 15_000
/// Events that may come while a follower's page is being read.
private let mostWaiting = 1_000
