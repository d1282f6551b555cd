import Domain
import Storage

/// an Easemob group, which is the NIM team of the same id. Lives on the writer's thread.
final class Team {
    let number: Int64
    let kind: TeamKind
    let createdAt: Int64
    var owner: Int64
    var style: TeamStyle
    var info: TeamInfo
    /// Invitees have to agree (G-07).
    var needsConfirmation: Bool
    /// everybody may change the info.
    var infoForAll = false
    var maxUsers: Int64
    /// 0 off, 1 members, 3 all but the white-listed.
    var mute: TeamMute = .off
    var isDisabled = false
    /// The last seq of its stream.
    var streamSeq: Int64 = 0
    /// All of them, by account.
    var members: [Int64: Member] = [:]

    init(
        number: Int64, kind: TeamKind, createdAt: Int64, owner: Int64, style: TeamStyle,
        info: TeamInfo, needsConfirmation: Bool, maxUsers: Int64
    ) {
        self.number = number
        self.kind = kind
        self.createdAt = createdAt
        self.owner = owner
        self.style = style
        self.info = info
        self.needsConfirmation = needsConfirmation
        self.maxUsers = maxUsers
    }

    /// G-Q45: as clients know it.
    var id: String { String(number) }

    /// What it holds of memory, about.
    var weight: Int { 1_024 + members.count * 96 }
}

/// What a team says of itself.
package struct TeamInfo: Equatable, Sendable {
    package var name: String
    package var description = ""
    package var avatar = ""
    package var ext = ""
    package var announcement = ""

    package init(name: String) {
        self.name = name
    }

    package static func == (one: TeamInfo, other: TeamInfo) -> Bool {
        let texts: [KeyPath<TeamInfo, String>] = [\.name, \.description, \.avatar, \.ext, \.announcement]
        return texts.allSatisfy { one[keyPath: $0].isSpelled(like: other[keyPath: $0]) }
    }
}

/// One user's place in a team.
struct Member: Equatable {
    var role: TeamRole
    /// A stamp: the order of joining.
    let joinedAt: Int64
    /// The team's stream begins for the member after this.
    let streamStart: Int64
    /// Milliseconds since 1970; 0: not muted; -1: for ever (G-Q30).
    var muteUntil: Int64 = 0
    var isWhiteListed = false
    /// G-45: wants none of the team's messages.
    var isBlocking = false
    var notify = TeamNotify.all
}

extension Team {
    /// The columns in the order of the statements of `Books+teams`.
    convenience init(_ row: any Row) {
        guard let kind = TeamKind(rawValue: row.integer(1)), let style = TeamStyle(rawValue: row.integer(4)),
            let mute = TeamMute(rawValue: row.integer(13))
        else { preconditionFailure("team \(row.integer(0)) is not as it was written") }
        var info = TeamInfo(name: row.text(5))
        info.description = row.text(6)
        info.avatar = row.text(7)
        info.ext = row.text(8)
        info.announcement = row.text(9)
        self.init(
            number: row.integer(0), kind: kind, createdAt: row.integer(2), owner: row.integer(3),
            style: style, info: info, needsConfirmation: row.integer(10) != 0, maxUsers: row.integer(11))
        infoForAll = row.integer(12) != 0
        self.mute = mute
        isDisabled = row.integer(14) != 0
    }
}

extension Member {
    /// The columns role, joined_at, stream_start, mute_until, is_white_listed, is_blocking, notify, from `column` on.
    init(_ row: any Row, from column: Int) {
        guard let role = TeamRole(rawValue: row.integer(column)),
            let notify = TeamNotify(rawValue: row.integer(column + 6))
        else {
            preconditionFailure("a member is not as it was written")
        }
        self.init(role: role, joinedAt: row.integer(column + 1), streamStart: row.integer(column + 2))
        muteUntil = row.integer(column + 3)
        isWhiteListed = row.integer(column + 4) != 0
        isBlocking = row.integer(column + 5) != 0
        self.notify = notify
    }

    /// G-Q31, X-42: by itself it ends in silence.
    func isMuted(at milliseconds: Int64) -> Bool { muteUntil < 0 || muteUntil > milliseconds }
}
