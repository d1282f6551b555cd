import ClientProtocol
import Domain
import JSON
import Storage

/// The facts about a channel that its backend sets (F-01).
package struct ChannelInfo: Equatable, Sendable {
    package var title: String
    package var description: String
    package var ext: String
    package var access: ChannelAccess

    package init(title: String = "", description: String = "", ext: String = "", access: ChannelAccess = .open) {
        self.title = title
        self.description = description
        self.ext = ext
        self.access = access
    }

    package static func == (one: ChannelInfo, other: ChannelInfo) -> Bool {
        let texts: [KeyPath<ChannelInfo, String>] = [\.title, \.description, \.ext]
        return one.access == other.access
            && texts.allSatisfy { one[keyPath: $0].isSpelled(like: other[keyPath: $0]) }
    }
}

/// A row of `channel`.
package struct Channel: Sendable {
    enum State: Int64 {
        case open = 0
        /// It is destroyed, and its rows go a piece at a time.
        case ending = 1
        /// Only the row is left.
        case gone = 2
    }

    package let number: ChannelNumber
    package let id: ChannelID
    var state: State
    package var createdAt: Stamp
    package var info: ChannelInfo
    /// F-21: kept, never counted.
    package var followers: Int64
    /// Seqs go on behind this one if there is no message.
    var baseSeq: Seq

    enum Column: Int, TableColumn {
        static let table = "channel"
        case id, name, state, createdAt, access, followers, baseSeq, title, description, ext
    }

    /// The bytes that it has in a list, about.
    var weight: Int { 512 + info.title.utf8.count + info.description.utf8.count + 2 * info.ext.utf8.count }

    init(number: ChannelNumber, id: ChannelID, createdAt: Stamp, _ info: ChannelInfo, after baseSeq: Seq) {
        self.number = number
        self.id = id
        self.createdAt = createdAt
        self.info = info
        self.baseSeq = baseSeq
        (state, followers) = (.open, 0)
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        let info = ChannelInfo(
            title: row.text(.title), description: row.text(.description), ext: row.text(.ext),
            access: try row.choice(.access))
        self.init(
            number: row.integer(.id), id: try row.decoded(.name, ChannelID.init), createdAt: row.integer(.createdAt),
            info, after: row.integer(.baseSeq))
        state = try row.choice(.state)
        followers = row.integer(.followers)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .name: .text(id.text)
            case .state: .integer(state.rawValue)
            case .createdAt: .integer(createdAt)
            case .access: .integer(info.access.rawValue)
            case .followers: .integer(followers)
            case .baseSeq: .integer(baseSeq)
            case .title: .text(info.title)
            case .description: .text(info.description)
            case .ext: .text(info.ext)
            }
        }
    }

    /// Whether a user may know of the channel: it is open, or the user's token names it (F-02, F-03).
    func isVisible(to claim: ChannelClaim) -> Bool { claim.admits(to: id, info.access) }
}

extension Channel {
    /// The fields of a channel that followers are told.
    package static let fields = [
        Field("channelID", .string, "The channel's id."),
        Field("title", .string, "As the backend has set it."),
        Field("description", .string, "Likewise."),
        Field("ext", .string, "Likewise: data of the application."),
    ]

    package func write(to json: inout JSONWriter) {
        json.field("channelID", id.text)
        json.field("title", info.title)
        json.field("description", info.description)
        json.field("ext", info.ext)
    }
}
