import Chat
import ClientProtocol
import Domain
import JSON
import Settings

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

    /// T-Q10.
    func refuseNotifyExt() throws(Refusal) {
        if let ext = data?["notifyExt"], !ext.isNull {
            throw Refusal(.messageParameters, "only administrators can send notifyExt", keys: ["notifyExt"])
        }
    }
}
