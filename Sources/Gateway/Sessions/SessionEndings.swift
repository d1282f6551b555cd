import Chat
import ClientProtocol
import Domain
import Framing
import Meters
import Routing
import Settings
import Storage
import Telemetry
import Transport

/// The end of a session whose client is gone.
struct SessionEnd: Sendable {
    let account: AccountNumber
    let user: UserID
    let device: String
    let platform: Platform
    /// A stamp: the client has had what it was told up to then. Later commits may not have reached it.
    let heard: Stamp
}

/// Ends sessions, in two steps. Nothing is told to a session any more, and it is in no list, from the moment when
/// either side says that it is over. How much of it the client has had is known when the client has answered, or is
/// given up.
final class SessionEndings {
    /// A session that is over, and what it had been told when it ended.
    private struct Ending {
        let session: Session
        let told: Stamp
    }

    private let link: ShardLink
    private let runner: WorkRunner
    private let groups: GroupDelivery
    private let channels: ChannelDelivery
    private let rooms: RoomDelivery
    private let streamed: StreamedDelivery
    private let subscriptions: SubscriptionDelivery
    /// Sessions that have ended, and whose clients may still answer.
    private var endings: [ConnectionID: Ending] = [:]

    init(
        _ link: ShardLink, _ runner: WorkRunner, _ groups: GroupDelivery, _ channels: ChannelDelivery,
        _ rooms: RoomDelivery, _ streamed: StreamedDelivery, _ subscriptions: SubscriptionDelivery
    ) {
        self.link = link
        self.runner = runner
        self.groups = groups
        self.channels = channels
        self.rooms = rooms
        self.streamed = streamed
        self.subscriptions = subscriptions
    }

    /// The first step.
    func close(_ session: Session, on connection: Connection, code: CloseCode) {
        session.hasEnded = true
        groups.leaveAll(connection.id)
        channels.leaveAll(connection)
        rooms.leaveAll(connection.id)
        streamed.leaveAll(connection.id)
        link.context.directory.close(session.record.id, of: session.record.user)
        let context = link.context
        context.state.noteDeparture(of: session.record, session.caller.account, at: context.configuration.now.time)
        endings[connection.id] = Ending(session: session, told: subscriptions.told(to: connection))
        link.metrics.sessionsOpen.add(-1)
        let fields: LogFields = [
            "session": session.record.id.description, "user": session.record.user.text,
            "device": session.record.device, "address": connection.peer.hostText, "code": Int(code.rawValue),
        ]
        // who was there can be read in the log.
        if link.context.audit.recordsLogins {
            link.context.log.info("session closed", fields)
        } else {
            link.context.log.debug("session closed", fields)
        }
    }

    /// The second step, for a connection that may have had a session.
    func settle(_ connection: Connection, heardUntil moment: Milliseconds) {
        guard let ending = endings.removeValue(forKey: connection.id) else { return }
        let session = ending.session
        // Where it is so long ago that nobody knows, the client has at least heard that the session was open.
        let before = moment == .max ? ending.told : subscriptions.told(before: moment) ?? session.begunAt
        let heard = min(before, ending.told)
        // Its client gets the events that it may not have had when it comes back (S-Q33).
        runner.submit(
            Submission(
                .fact(
                    .ended(
                        SessionEnd(
                            account: session.caller.account, user: session.record.user, device: session.record.device,
                            platform: session.record.platform, heard: heard)))))
        // Sessions that keep nothing from being pushed are none here either.
        guard link.context.configuration.losesMessages(on: session.record.platform) else { return }
        let sign = lastSign(of: session, heardUntil: moment)
        runner.submit(
            Submission(.fact(.lastSign(sign, of: session.caller.account)), of: session.record.id))
    }

    /// A close frame comes after everything else; of what came otherwise it is known that the client lived then.
    private func lastSign(of session: Session, heardUntil moment: Milliseconds) -> LastSign {
        if moment == .max { return .atEnd }
        guard moment > session.answeredAt else { return .never(session.begunAt) }
        // By the stamps that had been told then, not by a clock: a message is sent some time after its stamp was given, and
        // another machine's clock gave it.
        return .at(subscriptions.handedOn(before: moment) ?? session.begunAt)
    }
}
