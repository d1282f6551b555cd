import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI
import Settings

/// Groups, their members and their settings.
enum GroupHandlers {
    static func createGroup(_ call: Call, _ session: Session) throws(Refusal) {
        try call.refuseNotifyExt()
        let draft = try call.groupDraft(.group)
        call.change(by: session) { [account = session.account] chat in
            let group = try chat.groupLife.createGroup(draft, by: account)
            return { json in
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }
    }

    static func getGroup(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let withMembers = try call(GroupOperations.fetchMembers)
        let withNicknames = try call(GroupOperations.needNickname)
        let account = session.account
        call.ask { chat in
            let details = try chat.groupSettings.groupDetails(id, withMembers: withMembers, for: account)
            return { json in json.object("group") { $0.details(details, withNicknames: withNicknames) } }
        }
    }

    static func listGroupMembers(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let after = try call.cursor()
        let count = try call(GroupOperations.pageSize)
        let withNicknames = try call(GroupOperations.needNickname)
        let account = session.account
        call.read(for: session) { transaction in
            let page = try GroupQueries.members(of: id, for: account, after: after, count: count, in: transaction)
            return { json in
                json.users("members", page.items.map(\.user))
                if withNicknames {
                    let named = page.items.filter { !$0.nickname.isEmpty }.map { ($0.user.text, $0.nickname) }
                    json.nicknames(Dictionary(uniqueKeysWithValues: named))
                }
                json.cursor(page.next)
            }
        }
    }

    static func listJoinedGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let (page, size) = (try call(GroupOperations.page), try call(GroupOperations.pageSize))
        let (needsCount, needsRole) = (try call(GroupOperations.needMemberCount), try call(GroupOperations.needRole))
        let account = session.account
        call.read(for: session) { transaction in
            let groups = try GroupQueries.joined(
                by: account, page: page, size: size, counting: needsCount, in: transaction)
            return { json in
                json.array("groups") { json in
                    for group in groups {
                        json.object { json in
                            json.field("groupID", group.id)
                            json.field("name", group.name)
                            if needsCount { json.field("memberCount", group.memberCount) }
                            if needsRole { json.field("permissionType", group.role.rawValue) }
                        }
                    }
                }
            }
        }
    }

    static func countJoinedGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.read(for: session) { transaction in
            let count = try GroupQueries.countJoined(by: account, in: transaction)
            return { $0.field("count", count) }
        }
    }

    static func listPublicGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let after = try call.cursor()
        let count = try call(GroupOperations.pageSize)
        call.read(for: session) { transaction in
            let page = try GroupQueries.publicGroups(after: after, count: count, in: transaction)
            return { json in
                json.array("groups") { json in
                    for (id, name) in page.items {
                        json.object { json in
                            json.field("groupID", id)
                            json.field("name", name)
                        }
                    }
                }
                json.cursor(page.next)
            }
        }
    }

    // MARK: - One's own

    static func setAutoAccept(_ call: Call, _ session: Session) throws(Refusal) {
        let accepts = try call(GroupOperations.accepts)
        call.change(by: session) { [account = session.account] chat in
            try chat.groupSettings.acceptInvitations(accepts, of: account)
            return { _ in }
        }
    }

    static func getNotifyState(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let account = session.account
        call.ask { chat in
            let state = try chat.groupSettings.notifyState(in: id, by: account)
            return { $0.field("state", state.rawValue) }
        }
    }

    static func getAnnouncement(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let account = session.account
        call.ask { chat in
            let text = try chat.groupSettings.announcement(of: id, for: account)
            return { $0.field("announcement", text) }
        }
    }

    static func getGroupAttributes(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let users = try call(GroupOperations.attributeUsers)
        let account = session.account
        call.read(for: session) { transaction in
            let members = try GroupQueries.attributes(of: users, in: id, for: account, in: transaction)
            return { json in
                json.array("members") { json in
                    for member in members {
                        json.object { json in
                            json.field("userID", member.user)
                            json.object("attributes") { $0.attributes(member.attributes) }
                        }
                    }
                }
            }
        }
    }
}

extension Call {
    func groupDraft(_ kind: GroupKind) throws(Refusal) -> GroupDraft {
        var info = GroupInfo(name: try self(GroupOperations.name))
        info.description = try self(GroupOperations.description)
        info.avatar = try self(GroupOperations.avatar)
        info.ext = try self(GroupOperations.ext)
        let groups = context.configuration.groups
        let most = kind == .group ? groups.usersPerGroup : groups.usersPerSuperGroup
        let maxUsers = try self(GroupOperations.maxUsers)
        if maxUsers > most {
            throw Refusal(.groupParameters, "maxUsers must be at most \(most)", keys: ["maxUsers"])
        }
        return GroupDraft(
            kind: kind, info: info, style: try self(GroupOperations.style), maxUsers: Int64(maxUsers),
            needsConfirmation: try self(GroupOperations.needsConfirmation),
            invitees: try self(GroupOperations.invitees), message: try self(GroupOperations.message))
    }

    /// Opaque to clients.
    func cursor() throws(Refusal) -> Int64 {
        let text = try self(GroupOperations.cursor)
        if text.isEmpty { return 0 }
        guard let cursor = Int64(text), cursor > 0 else {
            throw Refusal(.groupParameters, "cursor does not come from a list", keys: ["cursor"])
        }
        return cursor
    }
}
