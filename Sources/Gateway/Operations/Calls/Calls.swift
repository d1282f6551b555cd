import Chat
import ClientProtocol
import Domain
import JSON

/// Calls: ringing and its end. Sound and pictures are the app's.
extension OperationTable {
    @OperationList static var calls: [OperationDefinition] {
        let users = Parameter.users(
            "userIDs", count: 1...32, "In a group: the members who are called. Between two it can be left out."
        ).optional
        let kind = Parameter.string(
            "kind", bytes: 1...32, "What the app calls it, such as `audio` or `video`."
        ).checked { kind throws(Mismatch) in
            guard kind.isPlain else { throw Mismatch("must be a plain name") }
        }.described(as: .pattern("^[A-Za-z0-9._-]{1,32}$", "1–32 letters, digits and the characters . _ -"))
        let data = Parameter<String>(
            "data", type: .openObject, "For those who are called: a JSON object of up to 2048 bytes."
        ) { value throws(Mismatch) in
            guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
            let text = value.compactText
            guard text.utf8.count <= 2_048 else { throw Mismatch("is longer than 2048 bytes", .tooLarge) }
            return text
        }.optional
        let seconds = Parameter.integer("seconds", in: 5...120, standard: 45, "For so long it rings.")
        Operation(
            "call.invite",
            "Calls the other user of a conversation, or members of a group. It rings on all of their devices until one "
                + "answers, or the time is over.",
            roles: .user, needs: .device, parameters: [SharedParameters.conversationID, users, kind, data, seconds],
            result: [callField],
            errors: [
                .noTarget, .noGroup, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend, .emptyGroupID,
                .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .conflict, .tooLarge, .rateLimited,
                .unavailable,
            ], badParameter: .messageParameters
        ).hooked(.replaces(except: ["conversationID", "userIDs", "kind", "seconds"])).user {
            request, caller throws(Refusal) in
            try request.requireGroupID()
            let invitation = CallInvitation(
                to: try request(SharedParameters.conversationID), users: try request(users),
                kind: try request(kind), data: try request(data), seconds: try request(seconds), device: caller.device)
            return .change { chat, json throws(CommandError) in
                let view = try chat.calls.invite(invitation, by: caller.account)
                json.object("call") { view.write(to: &$0) }
            }
        }

        Operation.call(
            "call.accept",
            "Takes a call that rings. The first device of the user decides; the others are told which one.",
            needs: .device
        ).user { request, caller throws(Refusal) in
            try request.changeOfCall { chat, id throws(CommandError) in
                try chat.calls.accept(id, on: caller.device, by: caller.account)
            }
        }

        Operation.call("call.reject", "Declines a call that rings, for all of the user's devices.", needs: .device).user
        {
            request, caller throws(Refusal) in
            try request.changeOfCall { chat, id throws(CommandError) in
                try chat.calls.reject(id, on: caller.device, by: caller.account)
            }
        }

        Operation.call(
            "call.cancel",
            "Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends."
        ).user { request, caller throws(Refusal) in
            try request.changeOfCall { chat, id throws(CommandError) in
                try chat.calls.cancel(id, by: caller.account)
            }
        }

        Operation.call(
            "call.leave", "Leaves a call that the user has accepted or begun. It ends when one user is left."
        ).user { request, caller throws(Refusal) in
            try request.changeOfCall { chat, id throws(CommandError) in
                try chat.calls.leave(id, by: caller.account)
            }
        }

        let cursor = Parameter.string(
            "cursor", bytes: 1...20, "The value from the last page. Left out: from the start."
        ).optional
        let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many calls.")
        Operation(
            "admin.call.list", "Lists the calls that ring or go on, each as its inviter sees it, the oldest first.",
            roles: .admin, parameters: [cursor, limit],
            result: [
                Field("calls", .list(CallChanged.type), "The calls."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            // A text that is no id stands before all calls.
            let after = try request(cursor).flatMap(CallNumber.init) ?? 0
            let limit = try request(limit)
            return .read { transaction, json throws(CommandError) in
                let calls = try stored(CallView.page(after: after, limit: limit, in: transaction))
                json.array("calls") { json in for call in calls { json.object { call.write(to: &$0) } } }
                if calls.count == limit, let last = calls.last { json.field("cursor", String(last.id)) }
            }
        }

        Operation.call("admin.call.end", "Ends a call for all of its users.", roles: .admin).admin {
            request, _ throws(Refusal) in
            try request.changeOfCall { chat, id throws(CommandError) in try chat.calls.end(id) }
        }
    }
}

private let callField = Field("call", CallChanged.type, "The call as it is now.")

private let callID = Parameter.string("callID", bytes: 1...20, "The call.")

extension Operation {
    /// About a call that there is.
    fileprivate static func call(
        _ name: String, _ summary: String, roles: Roles = .user, needs: Needs = .nothing
    ) -> Operation {
        Operation(
            name, summary, roles: roles, needs: needs, parameters: [callID], result: [callField],
            errors: [.requestHandled, .unavailable], badParameter: .messageParameters)
    }
}

extension Request {
    fileprivate func changeOfCall(
        _ change: @escaping @Sendable (ChatState, CallNumber) throws(CommandError) -> CallView
    ) throws(Refusal) -> Work {
        // A text that is no id names no call.
        guard let id = CallNumber(try self(callID)) else { throw Refusal(.requestHandled, keys: ["callID"]) }
        return .change { chat, json throws(CommandError) in
            let view = try change(chat, id)
            json.object("call") { view.write(to: &$0) }
        }
    }
}
