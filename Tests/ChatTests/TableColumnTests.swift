import Domain
import Storage
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// The enums of columns beside the schema (docs/decisions/028).
struct TableColumnTests {
    @Test func `a row's columns are those of its table`() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.path("store"))
        defer { directory.release() }
        let writer = try directory.openWriter()
        defer { writer.close() }
        try writer.migrate(Schema.migrations)

        try check(Account.Column.self, in: writer)
        try check(Conversation.Column.self, in: writer)
        try check(Membership.Column.self, in: writer)
        try check(StoredMessage.Column.self, in: writer)
        try check(StoredEvent.Column.self, in: writer)
        try check(Group.Column.self, in: writer)
        try check(Member.Column.self, in: writer)
        try check(Profile.Column.self, in: writer)
        try check(HostedProfile.Column.self, in: writer)
        try check(Contact.Column.self, in: writer, except: ["presence"])
        try check(RelationState.Column.self, in: writer)
        try check(PushJob.Column.self, in: writer)
        try check(PushDecider.Push.Column.self, in: writer)
        try check(FriendRequest.Column.self, in: writer)
        try check(Subscription.Column.self, in: writer)
        try check(StoredFile.Column.self, in: writer)
        try check(GroupEvent.Column.self, in: writer)
        try check(GroupValue.Column.self, in: writer)
        try check(GroupReceipt.Column.self, in: writer)
        try check(Job.Column.self, in: writer)
        try check(StoredAuditEntry.Column.self, in: writer)
        try check(NotificationPush.Column.self, in: writer)
        try check(ScheduledMessage.Column.self, in: writer)
        try check(StoredCall.Column.self, in: writer)
        try check(PhoneCall.User.Column.self, in: writer)
        try check(Channel.Column.self, in: writer)
        try check(StoredChannelMessage.Column.self, in: writer)
        try check(Broadcast.Column.self, in: writer)
        try check(StoredMedia.Column.self, in: writer)
        try check(Room.Column.self, in: writer)
        try check(StoredRoomStanding.Column.self, in: writer)
        try check(RoomValue.Column.self, in: writer)
        try check(Report.Column.self, in: writer)
        try check(ConversationNote.Column.self, in: writer)
        try check(Star.Column.self, in: writer)
        try check(MergedCopy.Column.self, in: writer)
    }

    /// `exceptions`: columns that are not part of the row.
    private func check<Column: TableColumn>(
        _: Column.Type, in store: any Transaction, except exceptions: Set<String> = []
    ) throws {
        var (names, key): (Set<String>, [Int64: String]) = ([], [:])
        try store.query(SQL(composed: "SELECT name, pk FROM pragma_table_info('\(Column.table)')")) { row in
            names.insert(row.text(0))
            if row.integer(1) > 0 { key[row.integer(1)] = row.text(0) }
        }
        #expect(Set(Column.allCases.map(\.name)) == names.subtracting(exceptions), "\(Column.table)")
        #expect(
            Column.allCases.prefix(Column.keys).map(\.name) == key.sorted { $0.key < $1.key }.map(\.value),
            "\(Column.table)")
        #expect(Column.allCases.map(\.rawValue) == Array(0..<Column.allCases.count))
    }

    private enum Sample: Int, TableColumn {
        static let table = "sample"
        case id, faceURL, isSet, changedAt
    }

    @Test func `statements name the columns in their order`() {
        let selection = Sample.select("WHERE id = $1").sql
        #expect(
            "\(selection)"
                == "SELECT sample.id, sample.face_url, sample.is_set, sample.changed_at FROM sample WHERE id = $1")
        #expect(
            "\(Sample.insert())" == "INSERT INTO sample (id, face_url, is_set, changed_at) VALUES ($1, $2, $3, $4)")
        #expect(
            "\(Sample.update(keeping: [.isSet]))" == "UPDATE sample SET face_url = $2, changed_at = $4 WHERE id = $1")
        #expect(
            "\(Sample.upsert(keeping: [.faceURL], raising: [.changedAt]))" == "\(Sample.insert()) "
                + "ON CONFLICT (id) DO UPDATE SET is_set = $3, changed_at = max(coalesce(changed_at, 0), $4)")
    }

    private enum Pair: Int, TableColumn {
        static let table = "pair"
        static let keys = 2
        case first, second, note
    }

    @Test func `a key may be several columns`() {
        #expect("\(Pair.upsert())" == "\(Pair.insert()) ON CONFLICT (first, second) DO UPDATE SET note = $3")
        #expect("\(Pair.update())" == "UPDATE pair SET note = $3 WHERE first = $1 AND second = $2")
        #expect("\(Pair.insert("ON CONFLICT DO NOTHING"))" == "\(Pair.insert()) ON CONFLICT DO NOTHING")
    }

    @Test func `a text that is composed twice is one statement`() {
        #expect(Sample.insert() == Sample.insert())
        #expect(Sample.insert() != Sample.update())
        #expect(SQL(composed: "SELECT 1") == SQL(composed: "SELECT" + " 1"))
    }
}
