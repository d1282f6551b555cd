import Cluster
import Domain

/// A message about one room between two nodes, or a report about all rooms. It is not stored, and it may be lost: then the
/// link is down for both nodes.
enum RoomLetter: Sendable {
    /// To the home: this node has the room in use, and hears its frames from here on.
    case follow(RoomID, RoomEpoch)
    case unfollow(RoomID)
    /// To one that follows: what was said.
    case history(RoomID, RoomHistory)
    case frame(RoomFrame)
    /// To the home: what was counted here, and who has entered.
    case gathered(RoomID, RoomEpoch, RoomGathering)
    /// To the home: a request of a client, as any node can carry it out. `isInside`: its user has a session in the room there.
    case request(RoomID, [UInt8], isInside: Bool)
    /// A reply as records have it, with its address.
    case reply(RoomID, [UInt8])
    /// To those that follow, and back to the home.
    case question(RoomID, number: UInt64, RoomQuestion)
    case answer(RoomID, number: UInt64, RoomFinding)
    case report(RoomRecords.Report)

    /// Nil: it is about all rooms.
    var room: RoomID? {
        switch self {
        case .follow(let id, _), .unfollow(let id), .history(let id, _), .request(let id, _, _),
            .reply(let id, _), .gathered(let id, _, _), .question(let id, _, _), .answer(let id, _, _):
            id
        case .frame(let frame): frame.room
        case .report: nil
        }
    }
}

/// A question to all nodes with participants.
enum RoomQuestion: Sendable {
    /// L-09: which of the users are in the room.
    case find([UserID])
    /// L-26: which of these accounts are still there.
    case remain([AccountNumber])
    /// L-20: put the user out, by one with that role.
    case putOut(UserID, by: RoomRole)
}

/// The answer of a node, or of all of them.
struct RoomFinding: Sendable {
    var users: Set<UserID> = []
    /// The user is in the room, and its role spares it.
    var isSpared = false
}

/// The first number of a letter. One is never used again.
private enum LetterKind: UInt64 {
    case follow = 1
    case unfollow = 2
    case history = 3
    case frame = 4
    case request = 5
    case reply = 6
    case find = 7
    case putOut = 8
    case answer = 9
    case report = 10
    case remain = 11
    case gathered = 12
}

extension RoomLetter {
    var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.write(self)
        return writer.bytes
    }

    static func packet(of letters: [[UInt8]]) -> [UInt8] {
        var writer = RecordWriter()
        writer.writeList(letters) { $0.write($1) }
        return writer.bytes
    }

    /// `keep`: so many messages of a room are kept here.
    static func letters(in packet: [UInt8], keep: Int) throws(RecordError) -> [RoomLetter] {
        var reader = RecordReader(packet)
        let letters = try reader.list { (reader) throws(RecordError) in try reader.blob() }
        guard reader.isAtEnd else { throw reader.damage }
        return try letters.map { bytes throws(RecordError) in
            var reader = RecordReader(bytes)
            let letter = try reader.letter(keep: keep)
            guard reader.isAtEnd else { throw reader.damage }
            return letter
        }
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ letter: RoomLetter) {
        switch letter {
        case .follow(let id, let epoch):
            begin(.follow, id)
            writeSigned(epoch.rawValue)
        case .unfollow(let id): begin(.unfollow, id)
        case .history(let id, let history):
            begin(.history, id)
            writeSigned(history.epoch.rawValue)
            writeSigned(history.seq.rawValue)
            writeList(Array(history.lastMessages)) { $0.write($1) }
        case .frame(let frame):
            begin(.frame, frame.room)
            writeSigned(frame.epoch.rawValue)
            writeList(frame.messages) { $0.write($1) }
            write(UInt64(frame.shed))
            writeOptional(frame.occupancy) { $0.write($1) }
            writeList(frame.cleared) { $0.write($1) }
            writeList(frame.counters) { $0.write($1) }
            writeList(frame.entered) { $0.write($1) }
        case .gathered(let id, let epoch, let gathered):
            begin(.gathered, id)
            writeSigned(epoch.rawValue)
            writeList(gathered.counts) { $0.write($1) }
            writeList(gathered.entered) { $0.write($1) }
        case .request(let id, let bytes, let isInside):
            begin(.request, id)
            write(bytes)
            write(isInside)
        case .reply(let id, let bytes):
            begin(.reply, id)
            write(bytes)
        case .question(let id, let number, .find(let users)):
            begin(.find, id)
            write(number)
            writeList(users) { $0.write($1.text) }
        case .question(let id, let number, .remain(let accounts)):
            begin(.remain, id)
            write(number)
            writeList(accounts) { $0.writeSigned($1.rawValue) }
        case .question(let id, let number, .putOut(let user, let role)):
            begin(.putOut, id)
            write(number)
            write(user.text)
            writeSigned(role.rawValue)
        case .answer(let id, let number, let finding):
            begin(.answer, id)
            write(number)
            writeList(Array(finding.users)) { $0.write($1.text) }
            write(finding.isSpared)
        case .report(let report):
            write(LetterKind.report.rawValue)
            write(UInt64(report.bytesPerParticipant))
            writeList(Array(report.records)) { writer, record in
                writer.writeSigned(record.key.rawValue)
                writer.write(record.value)
            }
        }
    }

    private mutating func begin(_ kind: LetterKind, _ id: RoomID) {
        write(kind.rawValue)
        write(id.text)
    }

    private mutating func write(_ message: RoomMessage) {
        writeSigned(message.room.rawValue)
        writeSigned(message.epoch.rawValue)
        writeSigned(message.seq.rawValue)
        writeSigned(message.time.rawValue)
        write(message.isRecalled)
        let draft = message.draft
        write(draft.from)
        writeSigned(draft.sender.rawValue)
        write(draft.clientID)
        writeSigned(draft.kind.rawValue)
        write(draft.body)
        write(UInt64(draft.priority.rawValue))
    }

    private mutating func write(_ clearing: RoomFrame.Clearing) {
        switch clearing {
        case .user(let user):
            write(true)
            write(user)
        case .message(let id, let seq):
            write(false)
            write(id)
            writeSigned(seq.rawValue)
        }
    }

    private mutating func write(_ occupancy: RoomOccupancy) {
        write(UInt64(occupancy.participants))
        write(UInt64(occupancy.guests))
    }

    private mutating func write(_ record: RoomRecords.Record) {
        writeSigned(record.epoch.rawValue)
        write(record.occupancy)
        for count in [record.peak, record.entries] { write(UInt64(count)) }
        writeOptional(record.messages) { writer, counts in
            for count in [counts.offered, counts.drawn, counts.shed, counts.refused] { writer.write(UInt64(count)) }
        }
    }
}

extension RecordReader {
    fileprivate mutating func letter(keep: Int) throws(RecordError) -> RoomLetter {
        guard let kind = LetterKind(rawValue: try number()) else { throw damage }
        if kind == .report { return .report(try RoomRecords.Report(&self)) }
        let id = try room()
        switch kind {
        case .follow: return .follow(id, try number())
        case .unfollow: return .unfollow(id)
        case .history:
            let (epoch, seq): (RoomEpoch, Seq) = (try number(), try number())
            let kept = try list { (reader) throws(RecordError) in try RoomMessage(&reader) }
            return .history(id, RoomHistory(epoch: epoch, limit: keep, seq: seq, kept: kept))
        case .frame:
            var frame = RoomFrame(id, try number())
            frame.messages = try list { (reader) throws(RecordError) in try RoomMessage(&reader) }
            frame.shed = try count()
            frame.occupancy = try optional { (reader) throws(RecordError) in try RoomOccupancy(&reader) }
            frame.cleared = try list { (reader) throws(RecordError) in try RoomFrame.Clearing(&reader) }
            frame.counters = try RoomCounter.list(&self)
            frame.entered = try list { (reader) throws(RecordError) in try reader.text() }
            return .frame(frame)
        case .gathered:
            let epoch: RoomEpoch = try number()
            let counts = try RoomCounter.list(&self)
            let entered = try list { (reader) throws(RecordError) in try reader.text() }
            return .gathered(id, epoch, RoomGathering(counts: counts, entered: entered))
        case .request: return .request(id, try blob(), isInside: try flag())
        case .reply: return .reply(id, try blob())
        case .find:
            let number: UInt64 = try number()
            return .question(id, number: number, .find(try users(&self)))
        case .remain:
            let number: UInt64 = try number()
            return .question(
                id, number: number,
                .remain(try list { (reader) throws(RecordError) in try reader.number() }))
        case .putOut:
            let number: UInt64 = try number()
            let user = UserID(stored: try text())
            guard let role = RoomRole(rawValue: try signed()) else { throw damage }
            return .question(id, number: number, .putOut(user, by: role))
        case .answer:
            let number: UInt64 = try number()
            return .answer(id, number: number, RoomFinding(users: Set(try users(&self)), isSpared: try flag()))
        case .report: preconditionFailure("a report is about no room")
        }
    }

    fileprivate mutating func count() throws(RecordError) -> Int { Int(try count64()) }
}

extension RoomOccupancy {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        self.init(participants: try reader.count(), guests: try reader.count())
    }
}

private func users(_ reader: inout RecordReader) throws(RecordError) -> [UserID] {
    try reader.list { (reader) throws(RecordError) in UserID(stored: try reader.text()) }
}

extension RoomMessage {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        let (room, epoch, seq): (RoomNumber, RoomEpoch, Seq) = (
            try reader.number(), try reader.number(), try reader.number()
        )
        let (time, isRecalled): (Milliseconds, Bool) = (try reader.number(), try reader.flag())
        let (from, sender, clientID): (String, AccountNumber, String) = (
            try reader.text(), try reader.number(), try reader.text()
        )
        guard let kind = MessageKind(rawValue: try reader.signed()) else { throw reader.damage }
        let body = try reader.text()
        guard let priority = RoomPriority(rawValue: try reader.count()) else { throw reader.damage }
        let draft = RoomDraft(
            from: from, sender, clientID: clientID, kind, body: body, priority)
        self.init(draft, room: room, epoch: epoch, seq: seq, at: time, isRecalled: isRecalled)
    }
}

extension RoomFrame.Clearing {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        let isOfUser = try reader.flag()
        self = isOfUser ? .user(try reader.text()) : .message(id: try reader.text(), try reader.number())
    }
}

extension RoomRecords.Report {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        let bytesPerParticipant = try reader.count()
        let records = try reader.list { (reader) throws(RecordError) -> (RoomNumber, RoomRecords.Record) in
            let (room, epoch): (RoomNumber, RoomEpoch) = (try reader.number(), try reader.number())
            let (occupancy, peak, entries) = (try RoomOccupancy(&reader), try reader.count(), try reader.count())
            let messages = try reader.optional { (reader) throws(RecordError) in
                RoomCounts(
                    offered: try reader.count(), drawn: try reader.count(), shed: try reader.count(),
                    refused: try reader.count())
            }
            return (
                room,
                RoomRecords.Record(
                    epoch: epoch, occupancy: occupancy, peak: peak, entries: entries, messages: messages)
            )
        }
        self.init(
            records: Dictionary(records) { $1 }, bytesPerParticipant: bytesPerParticipant)
    }
}
