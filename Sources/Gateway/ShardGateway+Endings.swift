import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import Meters
import Routing
import Settings
import Storage
import Telemetry
import Transport

/// What is known of a session when its client is gone.
struct SessionEnd: Sendable {
    let record: SessionRecord
    let account: Int64
    /// A stamp: the client has had what it was told up to then. What was committed later may not have reached it.
    let heard: Int64
}

/// A session ends twice. Nothing is told to it any more, and it is in no list, from the moment when either side says that it
/// is over. What of it the client has had is known when the client has answered, or is given up.
extension ShardGateway {
    package func closed(_ connection: Connection, code: CloseCode) {
        if case .user(let session) = peer(of: connection) {
            groupSubscribers.leaveAll(connection.id)
            context.directory.close(session.record.id, of: session.record.user)
            context.noteDeparture(of: session.record, session.account)
            let isBehind = batchRecipients.hasAny(for: connection.id)
            endings[connection.id] = Ending(session: session, told: isBehind ? told.latest : committed)
            metrics.sessionsOpen.add(-1)
            context.log.debug(
                "session closed", ["session": session.record.id.description, "code": Int(code.rawValue)])
        }
        vacate(connection)
    }

    package func departed(_ connection: Connection, heardUntil moment: Int64) {
        guard let ending = endings.removeValue(forKey: connection.id) else { return }
        let session = ending.session
        // Where it is so long ago that nobody knows, the client has at least heard that the session was open.
        let before = moment == .max ? ending.told : told.stamp(before: moment) ?? session.begunAt
        let heard = min(before, ending.told)
        context.end(SessionEnd(record: session.record, account: session.account, heard: heard))
        context.noteLastSign(lastSign(of: session, heardUntil: moment), of: session)
    }

    /// A close frame comes after everything else; of what came otherwise it is known that the client lived then.
    private func lastSign(of session: Session, heardUntil moment: Int64) -> LastSign {
        if moment == .max { return .atEnd }
        // The clocks are read here, not with the turn, and the wall's first: what is wrong by it is too early.
        let wall = context.configuration.microseconds
        let stamp = wall - (Clock.monotonicNanoseconds / 1_000 - moment * 1_000)
        return moment > session.answeredAt ? .at(stamp) : .never(stamp)
    }
}

/// A session that is over, and what it had been told when it ended.
struct Ending {
    let session: Session
    let told: Int64
}

extension GatewayContext {
    /// What its client may not have had, it is told when it comes back (S-Q33).
    func end(_ session: SessionEnd) {
        store.write { committer, transaction throws(StoreError) in
            try committer.end(session, transaction)
        } failed: { [log] error in
            // The device will be told again what it has had.
            log.warning(
                "session end not stored", ["user": session.record.user.text, "reason": "\(error)"])
        }
    }
}
