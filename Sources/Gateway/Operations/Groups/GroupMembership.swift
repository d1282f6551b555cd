import Chat
import ClientProtocol
import JSON

/// Users become members of a group, and leave it.
extension OperationTable {
    @OperationList static var groupMembership: [OperationDefinition] {
        let invited = Parameter.users("userIDs", count: 1...60, "The users to invite.")
        // Members do not decide this (I-05).
        let showsHistory = Parameter.flag(
            "showsHistory", standard: false, "True: those who join by it also see what was said in the group before.")
        Operation.group(
            "group.invite", "Invites users. Users who are members already are skipped.",
            [GroupParameters.groupID, invited, GroupParameters.message],
            result: [GroupParameters.results("0, 204, 603, 4 or gw 1025")],
            errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .noGroupUser, .groupLimit, .banned]
        ).hooked(.replaces(except: ["groupID"])).leader(with: [showsHistory]) {
            request, id throws(Refusal) in
            let users = try request(invited)
            let message = try request(GroupParameters.message)
            let showsHistory = try request(showsHistory)
            return { chat, me, json throws(CommandError) in
                let results = try chat.groupJoins.invite(
                    users, message, to: id, by: me, showsHistory: showsHistory && chat.work.isForAdministrator)
                json.results(results)
            }
        }

        Operation.group(
            "group.acceptInvitation", "Accepts an invitation.", [GroupParameters.groupID],
            errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit, .banned]
        ).hooked(.decides).member { _, id throws(Refusal) in
            return { chat, me, _ throws(CommandError) in try chat.groupJoins.acceptInvitation(to: id, by: me) }
        }

        Operation.group(
            "group.declineInvitation", "Declines an invitation.",
            [GroupParameters.groupID, GroupParameters.reason],
            errors: [.noGroupRight]
        ).member { request, id throws(Refusal) in
            let reason = try request(GroupParameters.reason)
            return { chat, me, _ throws(CommandError) in
                try chat.groupJoins.declineInvitation(to: id, reason: reason, by: me)
            }
        }

        Operation.group(
            "group.join", "Joins an open group, or asks to join.",
            [GroupParameters.groupID, GroupParameters.reason],
            result: [Field("joined", .boolean, "False: owner and admins have been asked.")],
            errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit, .banned]
        ).hooked(.replaces(except: ["groupID"])).member { request, id throws(Refusal) in
            let reason = try request(GroupParameters.reason)
            return { chat, me, json throws(CommandError) in
                let joined = try chat.groupJoins.join(id, reason: reason, by: me)
                json.field("joined", joined)
            }
        }

        Operation.group(
            "group.approve", "Accepts a user who has asked to join.",
            [GroupParameters.groupID, GroupParameters.user],
            errors: [.noGroupRight, .requestHandled, .groupFull, .groupLimit, .noGroupUser, .banned]
        ).leader { request, id throws(Refusal) in
            let user = try request(GroupParameters.user)
            return { chat, me, _ throws(CommandError) in try chat.groupJoins.approveRequest(user, in: id, by: me) }
        }

        Operation.group(
            "group.decline", "Refuses a user who has asked to join.",
            [GroupParameters.groupID, GroupParameters.user, GroupParameters.reason],
            errors: [.noGroupRight, .requestHandled, .noGroupUser]
        ).leader(isNotified: false) { request, id throws(Refusal) in
            let user = try request(GroupParameters.user)
            let reason = try request(GroupParameters.reason)
            return { chat, me, _ throws(CommandError) in
                try chat.groupJoins.declineRequest(user, in: id, reason: reason, by: me)
            }
        }

        Operation.group(
            "group.leave", "Leaves a group.", [GroupParameters.groupID], errors: [.noGroupRight]
        ).member { _, id throws(Refusal) in
            return { chat, me, _ throws(CommandError) in try chat.groupLife.leaveGroup(id, by: me) }
        }

        Operation.group(
            "group.remove", "Removes members: all of them or none.",
            [GroupParameters.groupID, GroupParameters.users],
            errors: [.noGroupRight]
        ).leader { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            return { chat, me, _ throws(CommandError) in try chat.groupLife.removeMembers(users, from: id, by: me) }
        }

        let accepts = Parameter.flag("accepts", "Whether the caller joins groups automatically when invited.")
        Operation.group(
            "group.setAutoAccept", "Sets whether invitations are accepted automatically. At first they are.",
            [accepts]
        ).user { request, caller throws(Refusal) in
            let accepts = try request(accepts)
            return .change { chat, _ throws(CommandError) in
                try chat.groupAdministration.acceptInvitations(accepts, of: caller.account)
            }
        }

        let newOwner = Parameter.user("newOwner", "The member who becomes the owner.")
        let leaves = Parameter.flag("leave", standard: false, "Whether the former owner leaves the group then.")
        Operation.group(
            "group.transfer", "Makes another member the owner; the caller becomes an ordinary member, or leaves.",
            [GroupParameters.groupID, newOwner, leaves], errors: [.noGroupRight]
        ).leader { request, id throws(Refusal) in
            let newOwner = try request(newOwner)
            let leaves = try request(leaves)
            return { chat, me, _ throws(CommandError) in
                try chat.groupLife.transferGroup(id, to: newOwner, leaves: leaves, by: me)
            }
        }
    }
}
