import Chat
import Cluster
import Domain
import Routing
import Storage

/// Gathers the effects of a record on the clients of this node, in the record's order.
struct RecordTelling {
    private let incarnation: Incarnation?
    private let awaited: AwaitedReplies
    private let book: SeatBook
    private let table: SeatTable
    /// Whether an account is told here what it is told.
    private let reaches: (AccountNumber) -> Bool

    private(set) var effects: [CommitEffect] = []
    /// A session of this node that has its seat now.
    struct Admission {
        let login: LoginRequest
        let address: ReplyAddress
        /// It has lost the seat within the same record.
        var loss: SeatLoss?
    }

    private(set) var logins: [Admission] = []
    /// The parts of a newer leader's record that this version does not understand and leaves out, in words.
    private(set) var unknown: Set<String> = []
    /// Everything up to it is told with this record.
    private(set) var stamp: Stamp?

    init(
        _ incarnation: Incarnation?, _ awaited: AwaitedReplies, _ book: SeatBook, _ table: SeatTable,
        reaches: @escaping (AccountNumber) -> Bool
    ) {
        self.incarnation = incarnation
        self.awaited = awaited
        self.book = book
        self.table = table
        self.reaches = reaches
    }

    mutating func take(_ entry: RecordEntry) throws {
        for change in entry.seats { try take(change) }
        if let reply = entry.reply, entry.request?.incarnation == incarnation { try take(reply) }
        let origin = entry.session.flatMap { session in
            session.incarnation == incarnation && session.number != 0 ? SessionID(rawValue: session.number) : nil
        }
        for event in entry.events {
            if let stamp = event.stamp {
                self.stamp = stamp
            } else {
                take(event, from: origin)
            }
        }
    }

    private mutating func take(_ event: RecordEvent, from origin: SessionID?) {
        // Most events are for somebody at another node, or for nobody. Logins of this record come behind its effects.
        if let account = RecordedEffect.account(of: event.audience), !reaches(account) { return }
        do {
            effects.append(.chat(try ChatEffect(RecordedEffect(event.audience, event.body)), from: origin))
        } catch {
            unknown.insert("an effect that begins with \(event.audience.first.map { "\($0)" } ?? "nothing")")
        }
    }

    private mutating func take(_ bytes: [UInt8]) throws(RecordError) {
        let (reply, address) = try NodeReply.read(bytes)
        guard let login = awaited.take(address) else { return }
        switch reply {
        case .reply(let content): effects.append(.reply(Reply(address, content)))
        case .identified(let account): effects.append(.identified(address, account))
        case .isNew: effects.append(.isNew(address))
        case .admitted:
            guard let login else { throw .damaged(at: 0) }
            logins.append(Admission(login: login, address: address))
        }
    }

    private mutating func take(_ change: SeatChange) throws {
        switch change {
        case .taken(let key):
            // One that was taken and lost within one record is in no table.
            if let seat = try table.seat(of: key) { book.add(seat) }
        case .ended(let key, let reason):
            let loss = reason.isEmpty ? nil : loss(reason)
            let found = book.remove(key)
            guard key.incarnation == incarnation else { return }
            guard let seat = found else {
                for index in logins.indices where logins[index].login.session.rawValue == key.number {
                    logins[index].loss = loss
                }
                return
            }
            effects.append(
                .unseated(
                    SessionID(rawValue: key.number), seat.user, seat.account,
                    loss?.kick))
        }
    }

    /// One of an unknown kind ends the session like any other.
    private mutating func loss(_ reason: [UInt8]) -> SeatLoss? {
        do {
            return try SeatLoss(reason)
        } catch {
            unknown.insert("an end of a session")
            return nil
        }
    }
}
