import Chat
import ClientProtocol
import Domain
import Framing
import Media
import Meters
import Routing
import Security
import Settings
import Storage
import Telemetry
import Transport

/// The gateway in one shard. It is made of parts with one subject each, and says which of them a callback of the shard, or a
/// message from the store's queues, is for.
package final class ShardGateway: Service {
    let link: ShardLink
    let pages: HTTPPages
    let peers = PeerTable()
    let openings: SessionOpenings
    let sessions: Sessions
    let expiry: SessionExpiry
    let groups: GroupDelivery
    let channels: ChannelDelivery
    let rooms: RoomHomes
    let roomDelivery: RoomDelivery
    let streamedMessages: StreamedMessages
    let streamedDelivery: StreamedDelivery
    private let broadcasts: BroadcastDelivery
    let replies: Replies
    let drain: Drain
    let hooks: HookRunner
    let errands: ErrandRunner
    let runner: WorkRunner
    let eventStreams: EventStreams
    let followers: FollowerStreams
    /// Nil: no bytes of media pass here.
    let media: MediaDoor?
    private let avatars: AvatarDoor?
    private let subscriptions: SubscriptionDelivery
    private let endings: SessionEndings
    private let requests: RequestDispatcher
    private let pacing: RequestPacing
    private let lines: RequestLines
    private let api: HTTPDoor
    private let console: ConsoleDoor
    private let strangers: StrangerRates

    init(_ context: GatewayContext, index: Int, credentials: Credentials) {
        link = ShardLink(context, index: index)
        pages = HTTPPages(link)
        expiry = SessionExpiry(link)
        replies = Replies(link)
        errands = ErrandRunner(link, replies)
        replies.plan = { [unowned errands] in errands.plan($0, $1) }
        runner = WorkRunner(link, replies, errands)
        groups = GroupDelivery(link, peers, runner)
        rooms = RoomHomes(link)
        roomDelivery = RoomDelivery(link, peers)
        streamedMessages = StreamedMessages(link, runner)
        streamedDelivery = StreamedDelivery(link, peers, groups)
        followers = FollowerStreams(link, groups, streamedDelivery, roomDelivery)
        channels = ChannelDelivery(link, peers, followers)
        broadcasts = BroadcastDelivery(link, peers)
        subscriptions = SubscriptionDelivery(link, peers)
        hooks = HookRunner(link, runner, replies)
        openings = SessionOpenings(link, peers, runner, replies, hooks, credentials)
        sessions = Sessions(link, peers, runner, expiry, replies, groups, channels, subscriptions)
        endings = SessionEndings(
            link, runner, groups, channels, roomDelivery, streamedDelivery, subscriptions)
        pacing = RequestPacing(link, peers)
        lines = RequestLines(link, runner, hooks)
        requests = RequestDispatcher(link, openings, runner, lines)
        eventStreams = EventStreams(link)
        drain = Drain(link, followers)
        strangers = StrangerRates(link)
        media = MediaDoor(link, strangers)
        avatars = AvatarDoor(link, strangers)
        api = HTTPDoor(link, openings, runner, replies, hooks, eventStreams, followers, strangers)
        console = ConsoleDoor(link, openings, api)
    }

    var context: GatewayContext { link.context }

    package func attach(to shard: Shard) {
        link.attach(to: shard)
    }

    // MARK: - From the shard

    package func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? {
        guard context.admits(request, at: connection.role) else { return nil }
        return pages.upgradePolicy(for: request, on: connection)
    }

    package func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        if connection.role == .acme { return ValidationPages.response(to: request, context.certificates) }
        guard context.admits(request, at: connection.role) else {
            return HTTPResponse(.misdirectedRequest, text: "This is not the host that you meant (admin.hosts).")
        }
        if let operation = request.path(behind: HTTPDoor.pathStart), context.servesAPI(at: connection.role) {
            if let page = APIDescription.page(insteadOf: operation) {
                return api.respond(to: request, with: page, on: connection)
            }
            return api.respond(to: request, for: operation, on: connection)
        }
        if let path = FollowerRequest.Path(of: request), context.servesAPI(at: connection.role) {
            return api.respond(to: request, following: path, on: connection)
        }
        if let rest = request.path(behind: PushReceiptDoor.pathStart), context.servesAPI(at: connection.role) {
            return api.respond(to: request, receiptsAt: rest, on: connection)
        }
        if let rest = request.path(behind: MediaURL.path), context.servesMedia(at: connection.role) {
            if let media { return media.respond(to: request, for: rest, on: connection) }
            if let avatars { return avatars.respond(to: request, for: rest, on: connection) }
        }
        guard strangers.admits(connection) else { return StrangerRates.page }
        if context.servesConsole(at: connection.role), let path = request.path(behind: ConsoleDoor.pathStart) {
            return console.respond(to: request, for: path, on: connection)
        }
        return pages.respond(to: request, on: connection)
    }

    package func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        if connection.role != .acme, context.admits(request, at: connection.role) {
            if let operation = request.path(behind: HTTPDoor.pathStart), context.servesAPI(at: connection.role) {
                return api.refusal(ofBodyBehind: request, for: operation, on: connection)
            }
            if let path = request.path(behind: ConsoleDoor.pathStart), context.servesConsole(at: connection.role) {
                return console.refusal(ofBodyBehind: request, for: path, on: connection)
            }
        }
        return HTTPResponse(.contentTooLarge, text: "Nothing here takes so long a body.")
    }

    package func receive(_ request: HTTPRequest, bytes: Int?, on connection: Connection) -> HTTPResponse? {
        if request.path(behind: MessageStreams.pathStart) == "", context.servesAPI(at: connection.role),
            context.admits(request, at: connection.role)
        {
            return api.receive(request, on: connection)
        }
        guard let media, let rest = request.path(behind: MediaURL.path), context.servesMedia(at: connection.role),
            context.admits(request, at: connection.role)
        else { return HTTPResponse(.notFound, text: "There is nothing here.") }
        return media.receive(request, for: rest, bytes: bytes, on: connection)
    }

    package func opened(_ connection: Connection, by request: HTTPRequest) {
        openings.expect(connection, by: request)
        context.foreignPages.turnAway(connection, by: request, of: link)
    }

    package func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        guard isText else {
            return link.shard.close(connection, code: .unsupportedData, reason: "messages are JSON in text frames")
        }
        guard let peer = peers[connection] else {
            preconditionFailure("connection \(connection.id) has no peer")
        }
        take(message, from: peer, on: connection)
    }

    private func take(_ message: UnsafeRawBufferPointer, from peer: Peer, on connection: Connection) {
        switch peer {
        case .unauthenticated(let unauthenticated) where unauthenticated.waiting != nil:
            openings.keep(message, of: unauthenticated, on: connection)
        case .user(let session):
            take(message, pacing.turn(of: message, from: session, on: connection), from: session, on: connection)
        case .unauthenticated, .admin:
            carryOut(message, from: peer, on: connection)
        }
    }

    private func take(
        _ message: UnsafeRawBufferPointer, _ turn: RequestPacing.Turn, from session: Session, on connection: Connection
    ) {
        switch turn {
        case .now:
            if !lines.keep(message, of: session, on: connection) {
                carryOut(message, from: .user(session), on: connection)
            }
        case .later: break
        case .tooLate:
            requests.refuseAsTooFrequent(message, from: session, on: connection)
            pacing.slowDown(session, after: message, on: connection)
        }
    }

    /// A message that waits for nothing before it.
    func carryOut(_ message: UnsafeRawBufferPointer, from peer: Peer, on connection: Connection) {
        requests.take(message, from: peer, on: connection, of: self)
        openings.keepIfWaiting(message, on: connection)
    }

    package func deadlinePassed(_ connection: Connection) {
        switch peers[connection] {
        case .unauthenticated: openings.giveUp(connection)
        case .user(let session): expiry.pass(session, on: connection)
        case .admin, nil: preconditionFailure("nothing has a deadline on connection \(connection.id)")
        }
    }

    package func timerFired() {
        link.woken()
        groups.timerFired()
        broadcasts.timerFired()
        rooms.timerFired()
        streamedMessages.timerFired()
        subscriptions.timerFired()
        pacing.timerFired { take($0, $1, from: $2, on: $3) }
        eventStreams.timerFired()
        api.positions.timerFired()
        api.messageStreams.timerFired()
    }

    package func turnEnds() {
        runner.handOver()
    }

    package func closed(_ connection: Connection, code: CloseCode) {
        switch peers[connection] {
        case .user(let session): endings.close(session, on: connection, code: code)
        case .unauthenticated(let unauthenticated):
            if let opening = unauthenticated.opening {
                context.state.abandonLogin(of: opening, at: context.configuration.now.time)
            }
        case .admin, nil: break
        }
        peers.remove(connection)
    }

    package func departed(_ connection: Connection, heardUntil moment: Int64) {
        endings.settle(connection, heardUntil: Milliseconds(moment))
    }

    // MARK: - From the store's queues

    /// Carries out the effects of a commit, up to that stamp.
    func take(_ deliveries: [ShardDelivery], upTo stamp: Stamp) {
        for delivery in deliveries { take(delivery) }
        subscriptions.noteCommitted(upTo: stamp)
    }

    func give(_ reply: Reply) {
        guard let connection = replies.give(reply) else { return }
        if let waiting = openings.noteReply(on: connection) { takeUp(waiting, on: connection) }
    }

    func fail(_ address: ReplyAddress, _ error: StoreError) {
        give(replies.failure(at: address, error))
    }

    /// Nobody knows whether the request was carried out. A session hears that by its end: then clients ask again, with the same
    /// ids.
    func giveUp(_ address: ReplyAddress) {
        let unknown = Refusal(.internal, "it is not known whether the request was carried out")
        guard let connection = replies.give(Reply(address, .fault(unknown)), saysSo: false) else { return }
        link.shard.close(connection, code: .internalError, reason: "a request may have been carried out, or not")
    }

    /// This node has come further in its cluster's log.
    func positionCame() { api.positions.wake() }

    /// The other nodes have taken this one as gone, so nobody is told anything here any more.
    func loseSessions() {
        link.shard.forEach { connection in
            link.shard.close(connection, code: .draining, reason: hasLostTheOthers)
        }
        eventStreams.endAll()
        followers.endAll()
    }

    private func take(_ delivery: ShardDelivery) {
        switch delivery {
        case .reply(let reply): give(reply)
        case .identified(let address, let account): replies.identify(address, account)
        case .isNew(let address): replies.noteNew(address)
        case .serverEvent(let serverEvent, let id):
            if let connection = link.shard.connection(id) {
                link.send(to: connection) { serverEvent.write(to: &$0) }
            }
        case .sharedEvent(let sharedEvent, let id):
            link.send(sharedEvent, to: [id])
        case .attachSession(let admitted, let record, let meter):
            if let (connection, waiting) = sessions.attach(admitted, record, meter) { takeUp(waiting, on: connection) }
        case .kick(let record, let kick): sessions.kick(record, kick)
        case .lose(let record): sessions.lose(record)
        case .revoke(let record, let revocation): sessions.revoke(record, revocation)
        case .toGroup(let group, let sharedEvent, let exception):
            groups.tell(sharedEvent, in: group, except: exception)
        case .toMember(let account, let group, let sharedEvent):
            groups.tell(sharedEvent, to: account, of: group)
        case .enter(let group, let record): groups.enter(group, record)
        case .leave(let group, let record):
            groups.leave(group, record)
            streamedDelivery.leave(group, record.connection)
        case .toChannel(let channel, let sharedEvent): channels.tell(sharedEvent, in: channel)
        case .follow(let channel, let record): channels.enter(channel, record)
        case .unfollow(let channel, let record): channels.leave(channel, record)
        case .endChannel(let channel): channels.end(channel)
        case .room(let id, let change): rooms.note(change, in: id)
        case .eraseInRooms(let user): rooms.erase(user)
        case .broadcast(let place, let sharedEvent): broadcasts.take(sharedEvent, at: place)
        case .stopBroadcast(let seq): broadcasts.stop(seq)
        case .endFollowing(let user, let revocation): followers.end(of: user, revocation)
        case .endHearing(let group, let user): followers.end(of: user, in: group)
        case .subscriptionEvent(let event, let recipients): subscriptions.gather(event, for: recipients)
        }
    }

    // MARK: - From the issuers' queues

    /// The issuer's keys have been fetched, or could not be.
    func keysCame(of issuer: String) {
        openings.keysCame(of: issuer) { takeUp($1, on: $0) }
    }

    /// Requests that came while the session was being opened, or the token's keys were being fetched.
    private func takeUp(_ messages: [[UInt8]], on connection: Connection) {
        for message in messages {
            guard connection.isOpen, let peer = peers[connection] else { return }
            message.withUnsafeBytes { take($0, from: peer, on: connection) }
        }
    }
}

/// The reason in the close frames of sessions when the other nodes have taken this one as gone.
let hasLostTheOthers = "the gateway has lost the others; come back"
