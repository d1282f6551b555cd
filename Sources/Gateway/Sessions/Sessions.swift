import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import ServerAPI
import Settings
import Telemetry
import Transport

/// Begins the sessions of a shard, and ends them when the gateway itself wants that.
final class Sessions {
    private let link: ShardLink
    private let peers: PeerTable
    private let runner: WorkRunner
    private let expiry: SessionExpiry
    private let replies: Replies
    private let groups: GroupDelivery
    private let channels: ChannelDelivery
    private let subscriptions: SubscriptionDelivery

    init(
        _ link: ShardLink, _ peers: PeerTable, _ runner: WorkRunner, _ expiry: SessionExpiry, _ replies: Replies,
        _ groups: GroupDelivery, _ channels: ChannelDelivery, _ subscriptions: SubscriptionDelivery
    ) {
        self.link = link
        self.peers = peers
        self.runner = runner
        self.expiry = expiry
        self.replies = replies
        self.groups = groups
        self.channels = channels
        self.subscriptions = subscriptions
    }

    /// Begins the session, and returns its connection with the requests that came too early for it. Nil: the connection has
    /// gone in the meantime.
    func attach(
        _ admitted: AdmittedLogin, _ record: SessionRecord, _ meter: SharedRateMeter
    ) -> (Connection, waiting: [[UInt8]])? {
        let (request, login) = (admitted.request, admitted.login)
        let pending = replies.take(admitted.address)
        guard let connection = link.shard.connection(record.connection), connection.isOpen,
            case .unauthenticated(let unauthenticated) = peers[connection]
        else {
            // It was there, if only for a moment.
            noteArrival(of: record, login)
            link.context.directory.close(record.id, of: record.user)
            let moment = link.context.configuration.now.time
            link.context.state.noteDeparture(of: record, login.account, at: moment)
            return nil
        }
        begin(
            Session(
                record, account: login.account, begunAt: login.told, userMeter: meter,
                expiresAt: request.expiresAt, issuedAt: request.issuedAt, claim: request.claim,
                revocation: login.revocation, answeredAt: link.now), on: connection)
        for group in login.groups { groups.enter(group.group, connection.id, of: login.account) }
        for channel in login.channels { channels.enter(channel.number, connection, of: login.account) }
        replies.count(pending, .ok)
        link.send(to: connection) { json in
            json.reply(to: admitted.address.request) { describe(record, login, expiresAt: request.expiresAt, &$0) }
        }
        tellChanges(login, isLean: record.isLean, to: connection)
        subscriptions.tellMissed(login, to: connection)
        for call in login.calls { link.send(to: connection) { $0.event(call) } }
        noteArrival(of: record, login)
        let waiting = unauthenticated.takeWaiting() ?? []
        link.shard.inputs.noteKept(0, of: connection)
        return (connection, waiting)
    }

    /// its user is there, however short that was.
    private func noteArrival(of session: SessionRecord, _ login: Login) {
        let arrival = Arrival(
            account: login.account, user: session.user, device: session.device, platform: session.platform,
            told: login.told, moment: link.context.configuration.now.time)
        runner.submit(Submission(.fact(.arrived(arrival)), of: session.id))
    }

    /// Ends a session of this shard in favour of another, or because its user said so. It may be over already.
    func kick(_ record: SessionRecord, _ cause: Kick) {
        if cause.signsOut, !link.context.state.signsOutEnded { runner.signOut(record) }
        guard let connection = link.shard.connection(record.connection), connection.isOpen,
            case .user(let session) = peers[connection], session.record.id == record.id
        else { return }
        link.metrics.kicks[cause.label].add()
        link.send(to: connection) { $0.event(cause.event) }
        link.shard.close(connection, code: cause.closeCode, reason: cause.text)
    }

    /// The others have taken this node as gone, and this session with it.
    func lose(_ record: SessionRecord) {
        guard let connection = link.shard.connection(record.connection), connection.isOpen,
            case .user(let session) = peers[connection], session.record.id == record.id
        else { return }
        link.shard.close(connection, code: .draining, reason: hasLostTheOthers)
    }

    /// tokens of the session's user have been revoked. It ends if its own is one of them.
    func revoke(_ record: SessionRecord, _ revocation: TokenRevocation) {
        guard let connection = link.shard.connection(record.connection),
            case .user(let session) = peers[connection], session.record.id == record.id
        else { return }
        session.revocation = revocation
        if revocation.covers(issuedAt: session.issuedAt) { kick(record, .tokenRevoked) }
    }

    private func begin(_ session: Session, on connection: Connection) {
        let record = session.record
        peers.set(.user(session), on: connection)
        link.shard.settle(connection)
        expiry.watch(session, on: connection)
        link.metrics.sessionsOpen.add(1)
        link.metrics.sessionsOpened.add()
        link.context.recordLogin(record)
        link.context.log.debug(
            "session opened",
            [
                "session": record.id.description, "user": record.user.text, "device": record.device,
                "platform": record.platform.rawValue, "address": connection.peer.hostText,
            ])
    }

    /// The reply to `session.open`.
    private func describe(_ record: SessionRecord, _ login: Login, expiresAt: Seconds, _ json: inout JSONWriter) {
        json.field("session", record.id.description)
        json.field("user", record.user.text)
        json.field("role", "user" as StaticString)
        json.field("expiresAt", expiresAt)
        json.server(link.context.configuration)
        json.limits(link.context.configuration)
        json.object("stream") { $0.field("seq", login.streamSeq) }
        json.object("groups") { json in
            for group in login.groups {
                json.key(text: String(group.group))
                json.value(group.seq.rawValue)
            }
        }
        json.object("channels") { json in
            for channel in login.channels {
                json.key(text: channel.id.text)
                json.value(channel.seq.rawValue)
            }
        }
        json.field("broadcasts", login.broadcastSeq)
        json.object("relations") { json in
            json.field("version", login.relations.version)
            json.field("pendencySeq", login.relations.requestSeq)
            json.field("pendencyUnread", login.relations.unreadRequests)
        }
        if let resumption = login.resumption { json.resumption(resumption, isLean: record.isLean) }
    }

    /// The conversations that have changed, between two marks, in the order of C-Q16.
    private func tellChanges(_ login: Login, isLean: Bool, to connection: Connection) {
        let implied = isLean ? login.resumption?.unread ?? [:] : [:]
        let conversations = login.changed.filter { implied.isEmpty || implied[$0.id.description] == nil }
        link.send(to: connection) { $0.event(ConversationSyncStart()) }
        if let changed = ConversationChanged(conversations) { link.send(to: connection) { $0.event(changed) } }
        link.send(to: connection) { $0.event(ConversationTotalUnreadChanged(total: login.total)) }
        link.send(to: connection) { $0.event(ConversationSyncFinish(isComplete: login.isComplete)) }
    }
}
