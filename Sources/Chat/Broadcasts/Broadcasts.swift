import ClientProtocol
import Domain
import Security
import Storage

/// A text that a backend wants to tell everybody.
package struct BroadcastDraft: Sendable {
    let clientID: String
    let kind: MessageKind
    let body: String
    let audience: BroadcastAudience
    /// Nil: it does not end by itself.
    let expireSeconds: Int?
    let digest: RequestDigest

    package init(
        _ clientID: String, _ kind: MessageKind, body: String, to audience: BroadcastAudience, expireSeconds: Int?,
        digest: RequestDigest
    ) {
        self.clientID = clientID
        self.kind = kind
        self.body = body
        self.audience = audience
        self.expireSeconds = expireSeconds
        self.digest = digest
    }
}

/// Broadcasts: one stream for all accounts. Nothing is written for each of them.
package final class Broadcasts {
    private let work: UnitOfWork
    private let rate: RateLimit
    /// When the next one is due by the rate. It need not outlive the process.
    private var due: Microseconds = 0

    private static let insertion = Broadcast.Column.insert()
    private static let byClientID = Broadcast.Column.select("WHERE client_id = $1")

    init(work: UnitOfWork) {
        self.work = work
        rate = RateLimit(perMinute: work.options.broadcastsPerMinute)
    }

    /// B-01: sends the draft, or finds that it has been sent.
    package func send(_ draft: BroadcastDraft) throws(CommandError) -> Broadcast {
        if let former = try former(draft) { return former }
        guard let next = rate.next(after: due, now: work.now) else {
            throw .refused(.rateLimited, "there were too many broadcasts in too short a time")
        }
        let stamp = try work.stamp()
        let broadcast = Broadcast(
            seq: try lastSeq() + 1, stamp: stamp, audience: draft.audience, state: .sent, kind: draft.kind,
            expiresAt: draft.expireSeconds.map { stamp.time + Seconds($0).milliseconds } ?? 0,
            clientID: draft.clientID, body: draft.body, digest: draft.digest)
        try work.execute(Self.insertion, broadcast.values)
        due = next
        work.emit(BroadcastNew(broadcast: broadcast), toAll: broadcast.place)
        try work.note(.broadcastSent, of: .broadcasts, value: broadcast.seq.rawValue)
        return broadcast
    }

    private func former(_ draft: BroadcastDraft) throws(CommandError) -> Broadcast? {
        var found: Broadcast?
        try work.query(Self.byClientID, [.text(draft.clientID)]) { row throws(StoreError) in
            found = try Broadcast(row)
        }
        guard let found else { return nil }
        guard found.digest == draft.digest else {
            throw .refused(.conflict, "the clientMsgId was used for another broadcast", keys: ["clientMsgId"])
        }
        return found
    }

    /// B-08: one that is stopped already is no fault.
    package func stop(_ seq: Seq) throws(CommandError) {
        guard let broadcast = try stored(BroadcastQueries.broadcast(seq, in: work.store)) else {
            throw .refused(.noMessage, keys: ["seq"])
        }
        guard broadcast.state == .sent else { return }
        try work.execute(
            "UPDATE broadcast SET state = $2 WHERE id = $1",
            [.integer(seq), .integer(Broadcast.State.stopped.rawValue)])
        work.lead(to: .broadcastStopped(seq))
        try work.note(.broadcastStopped, of: .broadcasts, value: seq.rawValue)
    }

    func lastSeq() throws(CommandError) -> Seq {
        try stored(BroadcastQueries.lastSeq(in: work.store))
    }

    /// B-05: what a device that comes back has missed. One that knows no position has missed all that are in force.
    func resume(
        _ account: Account, from position: Seq?, within budget: inout ResumeBudget
    ) throws(CommandError) -> Resumption.Stream<Broadcast> {
        let (head, position) = (try lastSeq(), position ?? 0)
        guard position <= head else {
            let first = try inForce(after: 0, for: account, limit: 1).first?.seq
            return .init(verdict: .reset(from: first ?? head + 1, why: .beyond), seq: head)
        }
        let found = try inForce(after: position, for: account, limit: budget.messages + 1)
        guard found.count <= budget.messages, budget.take(bytes: found.reduce(0) { $0 + $1.weight }) else {
            return .init(verdict: .gap(position + 1...head), seq: head)
        }
        budget.messages -= found.count
        return .init(verdict: .recovered(found), seq: head)
    }

    /// A damaged row is everybody's: it must keep nobody from logging in, nor from the others.
    private func inForce(
        after position: Seq, for account: Account, limit: Int
    ) throws(CommandError) -> [Broadcast] {
        let selection = BroadcastsInForce(
            kept: work.options.broadcastsKept, cutoff: work.broadcastCutoff, now: work.now)
        var found: [Broadcast] = []
        let damage = try work.skippingDamage { () throws(CommandError) in
            found = try stored(
                BroadcastQueries.inForce(
                    selection, after: position, for: account.number, limit: limit, in: work.store))
        }
        if damage == nil { return found }
        let numbers = try stored(
            BroadcastQueries.numbersInForce(
                selection, after: position, for: account.number, limit: limit, in: work.store))
        for seq in numbers {
            try work.skippingDamage { () throws(CommandError) in
                if let broadcast = try stored(BroadcastQueries.broadcast(seq, in: work.store)) {
                    found.append(broadcast)
                }
            }
        }
        return found
    }

    /// B-10: those that nobody is given any more, once a repeat of them is none either. The last one stays: it tells where the
    /// stream is.
    func trim() throws(CommandError) {
        let retries = Stamp(milliseconds: work.now - work.retryPeriod)
        try work.execute(
            """
            DELETE FROM broadcast WHERE id IN
                (SELECT id FROM (SELECT id, stamp FROM broadcast ORDER BY id LIMIT $4)
                WHERE stamp < $1 AND id < $2 AND (stamp < $3 OR id <= $2 - $5))
            """,
            [
                .integer(retries), .integer(try lastSeq()), .integer(work.broadcastCutoff), .integer(rowsPerSweep),
                .integer(Int64(work.options.broadcastsKept)),
            ])
    }

    func forget() { due = 0 }
}

extension UnitOfWork {
    /// The stamp before which broadcasts are no longer given out.
    var broadcastCutoff: Stamp { Stamp(milliseconds: now - .days(options.broadcastDays)) }
}
