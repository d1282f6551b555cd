import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// `group.…`: Easemob's groups, which are NIM's teams, in Easemob's numbers.
enum GroupParameters {
    /// An empty one has a code of its own.
    static let groupID = Parameter.string("groupID", bytes: 0...20, "The group.").described(as: .bytes(1...20))
    static let user = Parameter.user("userID", "The user.")
    static let users = Parameter.users("userIDs", count: 1...100, "The users.")
    static let message = text("message", 512, "For the invited users.")
    static let reason = text("reason", 512, "The reason.")

    /// At most so many characters, empty if it is left out.
    private static func text(_ name: StaticString, _ characters: Int, _ meaning: String) -> Parameter<String> {
        Parameter(name, type: .characters(0...characters), absent: "", meaning) { value throws(Mismatch) in
            try value.text(characters: 0...characters)
        }
    }

    static let name = Parameter<String>(
        "name", type: .characters(1...128), "The group's name."
    ) { value throws(Mismatch) in try value.text(characters: 1...128) }.named()
    static let description = text("description", 512, "The group's description.")
    static let avatar = text("avatar", 1024, "The avatar's URL.")
    static let ext = Parameter.string("ext", bytes: 0...8192, standard: "", "Data of the application.")
    static let style = Parameter<GroupStyle>(
        "style", type: .numbers([0, 1, 2, 3]), absent: .privateForOwners,
        "0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining "
            + "needs approval; 3: public, anybody joins."
    ) { value throws(Mismatch) in
        guard let style = value.int64.flatMap(GroupStyle.init) else { throw Mismatch("must be 0, 1, 2 or 3") }
        return style
    }
    static let maxUsers = Parameter.integer(
        "maxUsers", in: 3...10_000, standard: 200,
        "The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a "
            + "super team."
    )
    static let needsConfirmation = Parameter.flag(
        "isInviteNeedConfirm", standard: true, "Whether invited users are asked.")
    static let invitees = Parameter<[String]>(
        "invitees", type: .list(.user, 0...100), absent: [], "The users to invite at once."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }
    static let needNickname = Parameter.flag(
        "needNickname", standard: false, "Also returns the members' nicknames in the group.")
    static let cursor = Parameter.string(
        "cursor", bytes: 0...20, standard: "", "The value from the last page; empty: from the start."
    ).described(as: .bytes(0...20).matching("^([1-9][0-9]{0,17})?$"))
    static let nextPage = Field("cursor", .string, "Send it for the next page; empty at the end.")
    static let pageSize = Parameter.integer("pageSize", in: 1...100, standard: 20, "At most this many entries.")

    static func results(_ codes: String) -> Field {
        Field(
            "results", .list(.object([Field("userID", .string), Field("code", .integer), Field("info", .string)])),
            "`code`: \(codes).")
    }
}

extension Operation {
    static func groupNotifyState(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: [.nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)
    }

    static func group(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], alternatives: [String] = [],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        let takesGroup = parameters.contains { $0.description.name == "groupID" }
        let standing: [ErrorCode] = takesGroup ? [.emptyGroupID, .noGroup, .notInGroup] : []
        return Operation(
            name, summary, roles: .user, parameters: parameters, alternatives: alternatives, result: result,
            errors: standing + errors + [.unavailable], badParameter: .groupParameters)
    }
}

extension JSONValue {
    func text(characters: ClosedRange<Int>) throws(Mismatch) -> String {
        guard let text = string else { throw Mismatch("must be a string, not \(kind)") }
        let count = text.unicodeScalars.count
        guard count >= characters.lowerBound else { throw Mismatch("must not be empty") }
        guard count <= characters.upperBound else {
            throw Mismatch("is longer than \(characters.upperBound) characters")
        }
        return text
    }
}

/// `admin.group.…`: what only an administrator does with groups. It is done in the name of the session's
/// `operatorId`, or else of the group's owner.
enum AdminGroupParameters {
    /// Administrators alone can send it (T-31, T-Q10).
    static let notifyExt = Parameter<String>(
        "notifyExt", type: .characters(0...1024),
        "A text for the members. The notification of the change carries it."
    ) { value throws(Mismatch) in try value.text(characters: 0...1024) }.optional
    static let kind = Parameter<GroupKind>(
        "kind", type: .words(["team", "superTeam"]), absent: .group,
        "Left out: a team. A super team has up to `groups.usersPerSuperTeam` members."
    ) { value throws(Mismatch) in
        if value.isString("team") { return .group }
        if value.isString("superTeam") { return .superGroup }
        throw Mismatch("must be team or superTeam")
    }
}

extension Operation {
    static func groupForAdministrator(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode]
    ) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .groupParameters)
    }
}

extension Request {
    func groupDraft(_ kind: GroupKind) throws(Refusal) -> GroupDraft {
        var info = GroupInfo(name: try self(GroupParameters.name))
        info.description = try self(GroupParameters.description)
        info.avatar = try self(GroupParameters.avatar)
        info.ext = try self(GroupParameters.ext)
        let groups = context.configuration.groups
        let most = kind == .group ? groups.usersPerGroup : groups.usersPerSuperGroup
        let maxUsers = try self(GroupParameters.maxUsers)
        if maxUsers > most {
            throw Refusal(.groupParameters, "maxUsers must be at most \(most)", keys: ["maxUsers"])
        }
        return GroupDraft(
            kind: kind, info: info, style: try self(GroupParameters.style), maxUsers: Int64(maxUsers),
            needsConfirmation: try self(GroupParameters.needsConfirmation),
            invitees: try self(GroupParameters.invitees), message: try self(GroupParameters.message))
    }

    /// Opaque to clients.
    func cursor() throws(Refusal) -> Int64 {
        let text = try self(GroupParameters.cursor)
        if text.isEmpty { return 0 }
        guard let cursor = Int64(text), cursor > 0 else {
            throw Refusal(.groupParameters, "cursor does not come from a list", keys: ["cursor"])
        }
        return cursor
    }

    /// A member that sends `notifyExt` is refused (T-Q10).
    func refuseNotifyExt() throws(Refusal) {
        if let ext = data?["notifyExt"], !ext.isNull {
            throw Refusal(.messageParameters, "only administrators can send notifyExt", keys: ["notifyExt"])
        }
    }
}
