import Chat
import Cluster
import Domain
import EventLoop
import Routing
import Settings
import Storage
import Telemetry
import Transport

/// Tells this node's clients the effects of a record.
extension ClusterService {
    func tell(_ content: RecordContent, at place: LogPlace, _ reading: any Transaction) {
        setTime(content.time)
        positions.advance(to: place.position.number)
        let isOwn = batch == place.position
        var record = RecordTelling(incarnation, awaited, seats, SeatTable(reading), reaches: delivery.reaches)
        do {
            for entry in content.entries { try record.take(entry) }
        } catch {
            // Clients that come back are told what they missed.
            surroundings.log.error("a record cannot be told", ["position": "\(place.position)", "reason": "\(error)"])
            readSeats(reading)
            loseSessions()
        }
        for thing in record.unknown where unknown.insert(thing).inserted {
            surroundings.log.warning(
                "a newer version's records tell what this one does not know; it is left out",
                ["what": thing, "position": "\(place.position)"])
        }
        for incarnation in content.ended { seats.removeAll(of: incarnation) }
        showJoined(by: content, reading)
        told = max(told, record.stamp ?? told)
        delivery.deliver(record.effects + admissions(record.logins, reading), upTo: told)
        if isOwn { finishBatch() }
        if record.stamp != nil, !isOwn { surroundings.followups.commits.wake() }
    }

    /// The changes of the batch are durable now, or it had none.
    func finishBatch() {
        committer?.committed()
        for name in ownWork { _ = jobs.remove(named: name) }
        let work = afterwards
        forgetBatch()
        for work in work { work() }
    }

    /// The replies to logins, from this node's store as it is behind the record: the record's other effects are told before, to
    /// those who were there.
    private func admissions(_ logins: [RecordTelling.Admission], _ reading: any Transaction) -> [CommitEffect] {
        if logins.isEmpty { return [] }
        do throws(StoreError) {
            let chat = try ChatState(surroundings.chatOptions, store: reading) { [time] in time.now }
            chat.work.follow(told)
            return logins.flatMap { admission($0, chat) }
        } catch {
            surroundings.log.error("store", ["reason": "\(error)"])
            return logins.map { refusal($0, .fault(error.refusal)) }
        }
    }

    private func admission(_ admission: RecordTelling.Admission, _ chat: ChatState) -> [CommitEffect] {
        let login = admission.login
        defer { chat.work.clearEffects() }
        do throws(CommandError) {
            let answer = try chat.devices.logIn(
                login.user, device: login.device, issuedAt: login.issuedAt, claim: login.claim,
                resuming: login.positions)
            let effect = CommitEffect.login(AdmittedLogin(address: admission.address, request: login, login: answer))
            guard let loss = admission.loss else { return [effect] }
            return [effect, .unseated(login.session, login.user, answer.account, loss.kick)]
        } catch {
            switch error {
            case .refused(let refusal): return [self.refusal(admission, .refusal(refusal))]
            case .store:
                surroundings.log.error("store", ["operation": "session.open", "reason": "\(error.storeError)"])
                return [refusal(admission, .fault(error.storeError.refusal))]
            }
        }
    }

    /// There is no session after all, so it leaves its seat.
    private func refusal(_ admission: RecordTelling.Admission, _ content: Reply.Content) -> CommitEffect {
        let (session, moment) = (admission.login.session, time.now.time)
        surroundings.node.mailboxes[Int(admission.address.ticket.shard)].post { shard in
            shard.context.state.submit(.left(session, at: moment), of: session)
        }
        return .reply(Reply(admission.address, content))
    }
}

extension RecordEvent {
    /// No effect: what has been committed up to the stamp is told by now.
    init(stamp: Stamp) { self.init(audience: [.integer(0), .integer(stamp.rawValue)], body: []) }

    var stamp: Stamp? {
        guard audience.count == 2, audience[0] == .integer(0), case .integer(let stamp) = audience[1] else {
            return nil
        }
        return Stamp(rawValue: stamp)
    }
}
