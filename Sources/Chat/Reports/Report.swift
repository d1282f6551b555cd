import ClientProtocol
import Domain
import JSON
import Storage

/// V-01: whom or what a report is about.
package enum ReportSubject: Sendable {
    case message(MessageNumber)
    case user(UserID)
    case group(String)
    case room(RoomID)
}

/// A row of `report`: somebody should look at something.
package struct Report: Sendable {
    package enum State: Int64, CaseIterable, Sendable {
        case open = 0
        /// An operator sees to it.
        case taken = 1
        /// Something was done.
        case resolved = 2
        /// Nothing had to be done.
        case dismissed = 3

        package var isOpen: Bool { self == .open || self == .taken }
    }

    package enum Kind: Int64, CaseIterable, Sendable {
        case message = 0
        case user = 1
        case group = 2
        case room = 3
    }

    package enum Reason: String, CaseIterable, Sendable {
        case spam, abuse, sexual, violence, fraud, illegal, other
        /// A word of `moderation.queuedWords`; no user gives it.
        case words
    }

    /// When it was made.
    package let id: Stamp
    package var state = State.open
    package let kind: Kind
    /// 0: the gateway has found words.
    let reporter: AccountNumber
    /// The sender of the message, or the user whom it is about; 0: it is about nobody alone.
    let author: AccountNumber
    /// The number of what it is about: a message, an account, a group or a room.
    let subject: Int64
    /// Of a room: its id, since rooms with one id follow each other.
    let room: String
    let reason: Reason
    /// The reporter's own words.
    let text: String
    /// A JSON object: what was reported, as it was then.
    let copy: String
    package var note = ""
    /// The name of the admin key that has changed it last.
    package var handledBy = ""
    package var handledAt: Milliseconds = 0

    enum Column: Int, TableColumn {
        static let table = "report"
        case id, state, kind, reporter, author, subject, room, reason, text, copy, note, handledBy, handledAt
    }

    init(
        id: Stamp, _ kind: Kind, by reporter: AccountNumber, about subject: Int64, author: AccountNumber = 0,
        room: String = "", reason: Reason, text: String, copy: String
    ) {
        self.id = id
        self.kind = kind
        self.reporter = reporter
        self.subject = subject
        self.author = author
        self.room = room
        self.reason = reason
        self.text = text
        self.copy = copy
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            id: row.integer(.id), try row.choice(.kind), by: row.integer(.reporter), about: row.integer(.subject),
            author: row.integer(.author), room: row.text(.room), reason: try row.choice(.reason),
            text: row.text(.text), copy: try row.json(.copy))
        state = try row.choice(.state)
        note = row.text(.note)
        handledBy = row.text(.handledBy)
        handledAt = row.integer(.handledAt)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .state: .integer(state.rawValue)
            case .kind: .integer(kind.rawValue)
            case .reporter: .integer(reporter)
            case .author: .integer(author)
            case .subject: .integer(subject)
            case .room: .text(room)
            case .reason: .text(reason.rawValue)
            case .text: .text(text)
            case .copy: .text(copy)
            case .note: .text(note)
            case .handledBy: .text(handledBy)
            case .handledAt: .integer(handledAt)
            }
        }
    }

    /// The bytes that it has in a list, about.
    var weight: Int { 512 + text.utf8.count + copy.utf8.count + note.utf8.count }
}

/// A report with the names of its users.
package struct ReportView: Sendable {
    package static let type = ValueType.object(
        [
            Field("reportID", .string, "The report's id, in digits."),
            Field("time", .milliseconds, "When it was made."),
            Field("state", .words(Report.State.allCases.map { "\($0)" }), "How far it is."),
            Field("kind", .words(Report.Kind.allCases.map { "\($0)" }), "What it is about."),
            Field(optional: "reporter", .string, "The user who made it; absent: a word of `moderation.queuedWords`."),
            Field(optional: "userID", .string, "The user whom it is about, or who wrote the message."),
            Field(optional: "msgId", .string, "The message."), Field(optional: "groupID", .string, "The group."),
            Field(optional: "roomID", .string, "The room."),
            Field("reason", .words(Report.Reason.allCases.map(\.rawValue)), "Why."),
            Field("text", .string, "The reporter's own words."),
            Field("copy", .openObject, "The message, or the facts about the user, group or room, as they were then."),
            Field("note", .string, "The operators' note."),
            Field(optional: "handledBy", .string, "The admin key that has changed the report last."),
            Field(optional: "handledAt", .milliseconds, "When that was."),
        ], called: "Report")

    package let report: Report
    let reporter: UserID?
    let author: UserID?

    init(_ report: Report, in store: any Transaction) throws(StoreError) {
        self.report = report
        reporter = report.reporter == 0 ? nil : try Account.name(report.reporter, in: store)
        author = report.author == 0 ? nil : try Account.name(report.author, in: store)
    }

    package func write(to json: inout JSONWriter) {
        json.field("reportID", String(report.id.rawValue))
        json.field("time", report.id.time.rawValue)
        json.field("state", "\(report.state)")
        json.field("kind", "\(report.kind)")
        if let reporter { json.field("reporter", reporter.text) }
        if let author { json.field("userID", author.text) }
        switch report.kind {
        case .message: json.field("msgId", String(report.subject))
        case .user: break
        case .group: json.field("groupID", String(report.subject))
        case .room: json.field("roomID", report.room)
        }
        json.field("reason", report.reason.rawValue)
        json.field("text", report.text)
        json.key("copy")
        var copy = report.copy
        copy.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
        json.field("note", report.note)
        if report.handledAt > 0 {
            json.field("handledBy", report.handledBy)
            json.field("handledAt", report.handledAt.rawValue)
        }
    }
}
