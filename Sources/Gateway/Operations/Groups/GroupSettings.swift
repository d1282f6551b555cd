import Chat
import ClientProtocol
import Domain
import JSON

/// The information of a group and of its members, and what a member hears of it.
extension OperationTable {
    @OperationList static var groupSettings: [OperationDefinition] {
        Operation.group(
            "group.modify", "Changes the given fields of a group. Only the owner can change modes.",
            [
                GroupParameters.groupID, newName, newDescription, newAvatar, newExt, newMaxUsers, newConfirmation,
                joinMode, inviteMode, beInviteMode, updateInfoMode, historyForNew, receiptsMode,
            ], errors: [.noGroupRight]
        ).hooked(.replaces(except: ["groupID"])).leader { request, id throws(Refusal) in
            let change = try request.groupChange()
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.modifyGroup(id, change, by: me) }
        }

        let announcementText = Parameter<String>(
            "announcement", type: .characters(0...512), "The text for all members."
        ) { value throws(Mismatch) in try value.text(characters: 0...512) }
        Operation.group(
            "group.setAnnouncement", "Sets the announcement.",
            [GroupParameters.groupID, announcementText],
            errors: [.noGroupRight]
        ).hooked(.replaces(except: ["groupID"])).leader { request, id throws(Refusal) in
            let text = try request(announcementText)
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.announce(text, in: id, by: me) }
        }

        Operation.group(
            "group.getAnnouncement", "Reads the announcement.", [GroupParameters.groupID],
            result: [Field("announcement", .string, "The text that was set.")]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            return .askLeader { chat, json throws(CommandError) in
                let text = try chat.groupAdministration.announcement(of: id, for: caller.account)
                json.field("announcement", text)
            }
        }

        let member = GroupParameters.user.optional
        let attributes = Parameter<[ExactText: String]>(
            "attributes", type: .map(.bytes(0...512), keys: .bytes(1...16)),
            "Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in all."
        ) { value throws(Mismatch) in
            guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
            guard value.count > 0 else { throw Mismatch("must have a member") }
            var attributes: [ExactText: String] = [:]
            for (key, value) in members {
                // A key is a string.
                guard (1...16).contains(key.stringBytes!.count) else {
                    throw Mismatch("has a key that is not of 1 to 16 bytes", .badAttributeKey)
                }
                guard let text = value.string else { throw Mismatch("must be an object of strings") }
                guard text.utf8.count <= 512 else {
                    throw Mismatch("is longer than 512 bytes", .badAttributeValue, key: key.keyText)
                }
                if key.isString("nickname"), !text.isEmpty {
                    try text.checkName(else: .badAttributeValue, key: "nickname")
                }
                attributes[ExactText(key.keyText)] = text
            }
            return attributes
        }
        Operation.group(
            "group.setAttributes",
            "Changes a member's attributes. Members change their own; the owner changes anybody's.",
            [GroupParameters.groupID, member, attributes],
            errors: [.noGroupRight, .attributesTooLarge, .badAttributeKey, .badAttributeValue]
        ).hooked(.replaces(except: ["groupID", "userID"])).member { request, id throws(Refusal) in
            let member = try request(member)
            let attributes = try request(attributes)
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.setAttributes(attributes, of: member, in: id, by: me)
            }
        }

        let attributeUsers = Parameter.users("userIDs", count: 1...10, "The members.")
        Operation.group(
            "group.getAttributes", "Reads members' attributes.",
            [GroupParameters.groupID, attributeUsers],
            result: [
                Field(
                    "members", .list(.object([Field("userID", .string), Field("attributes", .map(.string))])),
                    "One for each user who is a member.")
            ]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let users = try request(attributeUsers)
            return .read { transaction, json throws(CommandError) in
                let members = try GroupQueries.attributes(of: users, in: id, for: caller.account, in: transaction)
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

        let state = Parameter<GroupNotify>(
            "state", type: .numbers([0, 1, 2]),
            "The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins."
        ) { value throws(Mismatch) in
            guard let state = value.int64.flatMap(GroupNotify.init) else { throw Mismatch("must be 0, 1 or 2") }
            return state
        }
        Operation.groupNotifyState(
            "group.setNotifyState", "Sets which senders' messages are pushed to the caller.",
            [GroupParameters.groupID, state]
        ).member { request, id throws(Refusal) in
            let state = try request(state)
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.setNotifyState(state, in: id, by: me)
            }
        }

        Operation.groupNotifyState(
            "group.getNotifyState", "Tells which senders' messages are pushed to the caller.",
            [GroupParameters.groupID],
            result: [Field("state", .numbers([0, 1, 2]), "0 at first.")]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            return .askLeader { chat, json throws(CommandError) in
                let state = try chat.groupAdministration.notifyState(in: id, by: caller.account)
                json.field("state", state.rawValue)
            }
        }
    }
}

private let newName = GroupParameters.name.optional
private let newDescription = GroupParameters.description.optional
private let newAvatar = GroupParameters.avatar.optional
private let newExt = GroupParameters.ext.optional
private let newMaxUsers = GroupParameters.maxUsers.optional

private let newConfirmation = Parameter.flag("isInviteNeedConfirm", "Whether invited users are asked.")
    .optional

private let joinMode = mode("joinMode", 0...2, "0: anybody can join; 1: joining needs approval; 2: nobody can join.")

private let inviteMode = mode("inviteMode", 0...1, "0: owner and admins invite; 1: every member can.")
private let beInviteMode = mode("beInviteMode", 0...1, "0: invited users are asked; 1: they are not.")

private let updateInfoMode = mode("updateInfoMode", 0...1, "0: owner and admins change the info; 1: every member can.")

private let historyForNew = mode(
    "historyForNew", -1...3650,
    "For so many days back new members see what was said before they came. 0: nothing; -1: everything that is kept.")

private let receiptsMode = Parameter<Bool>(
    "receipts", type: .words(["messages", "positions"]),
    "What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each, with up to 100 members; "
        + "`positions`: how far each member has read, with any number of them."
) { value throws(Mismatch) in
    if value.isString("positions") { return true }
    guard value.isString("messages") else { throw Mismatch("must be messages or positions") }
    return false
}.optional

private func mode(_ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String) -> Parameter<Int?> {
    Parameter.integer(name, in: range, meaning).optional
}

extension Request {
    fileprivate func groupChange() throws(Refusal) -> GroupChange {
        var change = GroupChange()
        change.name = try self(newName)
        change.description = try self(newDescription)
        change.avatar = try self(newAvatar)
        change.ext = try self(newExt)
        change.maxUsers = try self(newMaxUsers).map(Int64.init)
        // Two names for one setting: the user who is asked has to agree.
        let beInviteMode = try self(beInviteMode)
        change.needsConfirmation = try self(newConfirmation)
        if let beInviteMode {
            let needsConfirmation = beInviteMode == 0
            if let other = change.needsConfirmation, other != needsConfirmation {
                throw Refusal(
                    .groupParameters, "isInviteNeedConfirm and beInviteMode contradict each other",
                    keys: ["isInviteNeedConfirm", "beInviteMode"])
            }
            change.needsConfirmation = needsConfirmation
        }
        change.joinMode = try self(joinMode).map(Int64.init)
        change.inviteMode = try self(inviteMode).map(Int64.init)
        change.infoForAll = try self(updateInfoMode).map { $0 == 1 }
        change.historyForNew = try self(historyForNew)
        change.receiptsByPosition = try self(receiptsMode)
        return change
    }
}
