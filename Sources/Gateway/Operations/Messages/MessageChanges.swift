import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// Messages are recalled, edited, reacted to and deleted.
extension OperationTable {
    @OperationList static var messageChanges: [OperationDefinition] {
        Operation(
            "message.recall",
            "Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The "
                + "sender can within `messages.recallSeconds`; in a group the owner can, and admins for all but the "
                + "owner's messages, at any time. A recalled message stays as it is.",
            roles: .user,
            parameters: [SharedParameters.conversationID, MessageParameters.messageID, recallReason],
            result: [Field("message", MessageView.type, "The message as it is now.")],
            errors: [.noMessage, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .tooLate, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            let id = try request(SharedParameters.conversationID)
            let message = try request.messageID()
            let reason = try request(recallReason)
            return .change { chat, json throws(CommandError) in
                let recalled = try chat.edits.recall(message, in: id, reason: reason, by: caller.account)
                json.object("message") { $0.message(recalled) }
            }
        }

        let mentions = Parameter.users(
            "atUserList", count: 0...30,
            "In a group: the members that the message mentions from now on. Left out: those whom it has mentioned."
        ).optional
        let media = Parameter.strings(
            "media", count: 0...MessageMedia.most, bytes: 1...64,
            "The uploads to which it refers from now on. Left out: those to which it has referred, or of a message of "
                + "elements those of the elements."
        ).optional
        let version = Parameter.integer(
            "version", in: 0...2_147_483_647,
            "How often the message was edited, as far as the client knows; else gw 1006."
        ).optional
        Operation(
            "message.edit",
            "Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the "
                + "message now. No count changes.",
            roles: .user,
            parameters: [
                SharedParameters.conversationID, MessageParameters.messageID, SendMessage.body, SendMessage.pushText,
                mentions, media, version,
            ],
            result: [Field("message", MessageView.type, "The message as it is now.")],
            errors: [
                .noMessage, .noTarget, .noGroup, .conflict, .tooLarge, .tooLate, .blacklisted, .notFriends,
                .receiverNotFriend, .senderNotFriend, .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup,
                .allMutedInGroup, .forbiddenWords, .tooMany, .unavailable,
            ], badParameter: .messageParameters
        ).hooked(.replaces(except: ["conversationID", "msgId"])).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            let id = try request(SharedParameters.conversationID)
            let message = try request.messageID()
            let body = try request.smallBody()
            let named = try request(media)
            let limits = request.context.configuration.messages
            var review = request.context.words.review
            let edit = MessageEdit(
                body: review.body(body.json),
                pushText: review.text(try request(SendMessage.pushText), in: "apnsContent").flatMap {
                    $0.isEmpty ? nil : $0
                },
                mentions: try request.namesMentioned(in: id), version: try request(version).map { Int64($0) }
            ) { kind throws(Refusal) in
                try body.require(kind, within: limits)
                guard kind == .elements else { return named }
                return try MessageElement.list(in: body.json, within: limits).media(beside: named ?? [])
            }
            if let refused = review.refused { return try refused.refuse(request, by: caller) }
            return .change { [isQueued = review.isQueued] chat, json throws(CommandError) in
                let edited = try chat.edits.edit(message, in: id, edit, by: caller.account)
                if isQueued { try chat.reports.queue(edited) }
                json.object("message") { $0.message(edited) }
            }
        }

        let reaction = Parameter<String>(
            "reaction", type: .bytes(1...64).matching("^[^\\u0000-\\u001f\\u007f]+$"),
            "Without control characters, such as an emoji."
        ) { value throws(Mismatch) in
            guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
            guard (1...64).contains(text.utf8.count),
                text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
            else { throw Mismatch("must have 1 to 64 bytes and no control characters") }
            return text
        }
        let removes = Parameter.flag("remove", standard: false, "True: removes the reaction.")
        Operation(
            "message.react",
            "Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send "
                + "a message now can remove reactions alone.",
            roles: .user,
            parameters: [SharedParameters.conversationID, MessageParameters.messageID, reaction, removes],
            result: [Field("message", MessageView.type, "The message as it is now.")],
            errors: [
                .noMessage, .noTarget, .noGroup, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend,
                .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .tooMany,
                .unavailable,
            ], badParameter: .messageParameters
        ).hooked(.decides).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            let id = try request(SharedParameters.conversationID)
            let message = try request.messageID()
            let reaction = try request(reaction)
            let removes = try request(removes)
            return .change { chat, json throws(CommandError) in
                let reacted = try chat.reactions.react(
                    reaction, to: message, in: id, removes: removes, by: caller.account)
                json.object("message") { $0.message(reacted) }
            }
        }

        let kind = Parameter.string("reaction", bytes: 1...64, "Lists this reaction alone.").optional
        let cursor = Parameter.string("cursor", bytes: 1...100, "Where the page before ended.").optional
        let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many.")
        Operation(
            "message.reactions", "Lists who has reacted to a message, page by page.", roles: .user,
            parameters: [MessageParameters.messageID, kind, cursor, limit],
            result: [
                Field(
                    "reactions",
                    .list(
                        .object([Field("reaction", .string), Field("userID", .string), Field("time", .milliseconds)])),
                    "Kind by kind, each in the order in which the users reacted."),
                Field(optional: "next", .string, "Send it as `cursor` for the next page; absent at the end."),
            ], errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let message = try request.messageID()
            let kind = try request(kind)
            let cursor = try request(cursor)
            let limit = try request(limit)
            let reader = request.messageReader(for: caller)
            return .read { transaction, json throws(CommandError) in
                let page = try reader.reactions(to: message, kind: kind, after: cursor, limit: limit, in: transaction)
                json.array("reactions") { json in
                    for (reaction, user, time) in page.reactions {
                        json.object { json in
                            json.field("reaction", reaction)
                            json.field("userID", user.text)
                            json.field("time", time)
                        }
                    }
                }
                if let next = page.next { json.field("next", next) }
            }
        }

        Operation(
            "message.delete",
            "Deletes messages out of the user's own history, on all its devices. The others keep theirs. "
                + "Those that the user does not have are passed over.",
            roles: .user, parameters: [SharedParameters.conversationID, messageIDs],
            result: [deletedIDs], errors: deletionErrors, badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            let id = try request(SharedParameters.conversationID)
            let messages = try request(messageIDs).compactMap { MessageNumber($0) }
            return .change { chat, json throws(CommandError) in
                try chat.messageChanges.delete(messages, in: id, of: caller.account).write(to: &json)
            }
        }
    }

    @OperationList static var messageChangesForAdministrators: [OperationDefinition] {
        Operation(
            "admin.message.recall", "Takes a message back, whoever sent it and whenever.", roles: .admin,
            parameters: [MessageParameters.messageID, recallReason],
            result: [Field("msgId", .string, "The message.")], errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let message = try request.messageID()
            let reason = try request(recallReason)
            return .change { chat, json throws(CommandError) in
                json.id(try chat.edits.recall(message, reason: reason))
            }
        }

        let user = Parameter.user("userID", "The user.")
        Operation(
            "admin.message.delete",
            "Deletes messages out of a user's own history, as `message.delete` of the user does. "
                + "`admin.message.recall` takes a message from all.",
            roles: .admin,
            parameters: [user, SharedParameters.conversationID, messageIDs],
            result: [deletedIDs], errors: [.noAccount] + deletionErrors,
            badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            try request.requireGroupID()
            let user = UserID(naming: try request(user))
            let id = try request(SharedParameters.conversationID)
            let messages = try request(messageIDs).compactMap { MessageNumber($0) }
            return .change { chat, json throws(CommandError) in
                try chat.messageChanges.delete(messages, in: id, of: user).write(to: &json)
            }
        }
    }
}

private let recallReason = Parameter.string("reason", bytes: 1...255, "Why, for all to read.").optional
private let messageIDs = Parameter.strings("msgIds", count: 1...100, "The messages, of this conversation.")
private let deletedIDs = Field("msgIds", .strings, "Those that are deleted now and were not before.")
private let deletionErrors: [ErrorCode] = [.noGroup, .emptyGroupID, .notInGroup, .tooMany, .unavailable]

extension [MessageNumber] {
    /// As the member `msgIds`.
    func write(to json: inout JSONWriter) {
        json.array("msgIds") { json in
            for number in self { json.value("\(number.rawValue)") }
        }
    }
}
