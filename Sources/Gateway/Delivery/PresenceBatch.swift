import Chat
import Domain
import JSON
import Transport

/// Events for the followers on one shard, gathered for a while (S-Q28): each stands here once, in JSON.
struct PresenceBatch {
    /// One of the events, for one session.
    struct Note {
        fileprivate let place: Int32
        /// In seconds: at most 30 days.
        fileprivate let expiry: Int32
        fileprivate let since: Milliseconds
    }

    private struct Item {
        /// In `text`: the members before those that a note has, and those behind.
        let head: Range<Int>
        let tail: Range<Int>
        let subject: Int
    }

    private struct Subject: Hashable {
        let publisher: AccountNumber
        let type: Int64
    }

    private var text: [UInt8] = []
    private var items: [Item] = []
    private var subjects: [Subject: Int] = [:]
    /// By subject: the last call of `latest` that has come across it.
    private var marks: [Int] = []
    private var calls = 0

    mutating func add(_ event: SubscriptionEvent) -> Int {
        let subject = Subject(publisher: event.publisher, type: event.type.rawValue)
        let number = subjects[subject] ?? subjects.count
        if number == subjects.count {
            subjects[subject] = number
            marks.append(0)
        }
        let head = append { $0.subject(of: event) }
        items.append(Item(head: head, tail: append { $0.content(of: event) }, subject: number))
        return items.count - 1
    }

    func note(_ place: Int, since: Milliseconds, expiry: Seconds) -> Note {
        Note(place: Int32(place), expiry: Int32(expiry.rawValue), since: since)
    }

    mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        subjects.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        calls = 0
    }

    /// Of each publisher and type the last, in the order in which they came. The notes come the last first.
    mutating func latest(of notes: [Note]) -> [Note] {
        if notes.count < 2 { return notes }
        calls += 1
        var latest: [Note] = []
        latest.reserveCapacity(notes.count)
        for note in notes {
            let subject = items[Int(note.place)].subject
            if marks[subject] == calls { continue }
            marks[subject] = calls
            latest.append(note)
        }
        latest.reverse()
        return latest
    }

    /// The size of the note in a message, about.
    func weight(of note: Note) -> Int {
        let item = items[Int(note.place)]
        return 64 + item.head.count + item.tail.count
    }

    func write(_ note: Note, to json: inout JSONWriter) {
        let item = items[Int(note.place)]
        text.withUnsafeBytes { text in
            json.object { json in
                json.members(raw: UnsafeRawBufferPointer(rebasing: text[item.head]))
                json.field("subscribeTime", note.since)
                json.field("expiry", Int64(note.expiry))
                json.members(raw: UnsafeRawBufferPointer(rebasing: text[item.tail]))
            }
        }
    }

    private mutating func append(_ members: (inout JSONWriter) -> Void) -> Range<Int> {
        var json = JSONWriter()
        json.object(members)
        let start = text.count
        text += json.bytes.dropFirst().dropLast()
        return start..<text.count
    }
}

/// The receivers of each event of a round: in two arrays, since there are a thousand notes for each event.
struct BatchRecipients {
    private struct Link {
        let note: PresenceBatch.Note
        let previous: Int
    }

    /// A connection, and the place of its last note in `links`.
    private struct Bearer {
        let id: ConnectionID
        let last: Int
    }

    private var links: [Link] = []
    /// By slot.
    private var bearers: [Bearer?] = []
    /// Those who have notes; some may have gone.
    private(set) var ids: [ConnectionID] = []

    /// For one who is there.
    mutating func put(_ note: PresenceBatch.Note, for id: ConnectionID) {
        while bearers.count <= id.slot { bearers.append(nil) }
        var previous = -1
        if let bearer = bearers[id.slot], bearer.id == id {
            previous = bearer.last
        } else {
            // The connection that had the slot before has gone, and so have its notes.
            ids.append(id)
        }
        bearers[id.slot] = Bearer(id: id, last: links.count)
        links.append(Link(note: note, previous: previous))
    }

    func hasAny(for id: ConnectionID) -> Bool {
        id.slot < bearers.count && bearers[id.slot]?.id == id
    }

    /// The last first.
    func notes(for id: ConnectionID) -> [PresenceBatch.Note] {
        guard hasAny(for: id), var next = bearers[id.slot]?.last else { return [] }
        var notes: [PresenceBatch.Note] = []
        while next >= 0 {
            notes.append(links[next].note)
            next = links[next].previous
        }
        return notes
    }

    mutating func removeAll() {
        for id in ids { bearers[id.slot] = nil }
        ids.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
    }
}
