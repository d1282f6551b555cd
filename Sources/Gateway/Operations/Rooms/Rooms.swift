import Chat
import ClientProtocol
import Domain
import JSON

/// Users enter live rooms and talk.
extension OperationTable {
    @OperationList static var rooms: [OperationDefinition] {
        let epoch = Parameter.integer(
            "epoch", in: 0...9_007_199_254_740_991, "With `seq`: the epoch that the client knows."
        ).optional
        let seq = Parameter.integer(
            "seq", in: 0...9_007_199_254_740_991, "The last message that the client has in that epoch."
        ).optional
        let state = Parameter.integer(
            "state", in: 0...4_294_967_295, "The state of the values that the client has: they come if it is another."
        ).optional
        Operation.room(
            "room.enter",
            "Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A session "
                + "that is in the room already gets the same reply.",
            [RoomParameters.roomID, epoch, seq, state], needs: .session,
            result: Room.fields + [
                Field("epoch", .integer, "The life of the room in which messages are numbered."),
                Field("seq", .integer, "The seq of the last message."),
                Field("role", .words(RoomRole.allCases.map { "\($0.word)" }), "The caller's role."),
                Field(optional: "mutedUntil", .milliseconds, "Until then the caller may not send."),
                RoomParameters.occupancy,
                Field(
                    optional: "verdict", .words(["recovered", "gap"]),
                    "With `epoch` and `seq`: `recovered`, `messages` are all that was missed; `gap`: more was missed, or "
                        + "the epoch is another."),
                Field("messages", .list(RoomMessage.type), "The last messages, the newest last."),
                Field("state", .integer, "The state of the room's values."),
                Field(
                    optional: "values", .list(RoomValue.type),
                    "The values. Absent: the client has them, or they do not fit, and `room.values` returns them."),
                Field(optional: "counters", .map(.integer), "The sums of the room's counters, if it has any."),
                Field("queueState", .integer, "The state of the room's queue, which `room.queue` returns."),
            ], errors: [.banned, .tooMany, .rateLimited]
        ).hooked(.decides).user { request, caller throws(Refusal) in
            let (epoch, seq) = (try request(epoch), try request(seq))
            var position = RoomPosition(state: try request(state).map { Seq($0) })
            if let epoch, let seq { position.said = (RoomEpoch(epoch), Seq(seq)) }
            return .room(try request(RoomParameters.roomID), .enter(caller.claim, knowing: position))
        }

        Operation.room(
            "room.leave", "Leaves a room. A room that the session is not in is no fault.", [RoomParameters.roomID],
            needs: .session
        ).user { request, _ throws(Refusal) in .room(try request(RoomParameters.roomID), .leave) }

        Operation.room(
            "room.participants",
            "Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and the "
                + "list has the owner, admins and those who entered last.",
            [RoomParameters.roomID],
            result: [
                Field(
                    "participants",
                    .list(
                        .object([
                            Field("userID", .string, "The user."),
                            Field("role", .words(RoomRole.allCases.map { "\($0.word)" }), "The user's role."),
                            Field("since", .milliseconds, "When its first session entered."),
                            Field(optional: "mutedUntil", .milliseconds, "Until then the user may not send."),
                        ])), "The users."),
                Field("isSample", .boolean, "Whether there are more."),
                RoomParameters.occupancy,
            ], errors: [.notInGroup]
        ).user { request, _ throws(Refusal) in .room(try request(RoomParameters.roomID), .participants) }

        Operation.roomSending(
            "room.send", "Says something in a room that the caller is in.", roles: .user,
            result: [Field(optional: "message", RoomMessage.type, "What all are told, if a hook has replaced it.")],
            errors: [.notInGroup, .mutedInGroup, .allMutedInGroup, .noGroupRight, .forbiddenWords]
        ).hooked(.replaces(except: ["roomID", "clientMsgId"]), later: true).user { request, caller throws(Refusal) in
            var review = request.context.words.review
            let (id, speech) = (try request(RoomParameters.roomID), try request.roomSpeech(&review))
            if let refused = review.refused { return try refused.refuse(request, by: caller) }
            return .room(id, .send(speech))
        }

        let messageID = Parameter.string("msgId", bytes: 1...64, "The message's id.")
        Operation.room(
            "room.recall",
            "Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still "
                + "keeps. The next frame has it in `cleared`.",
            [RoomParameters.roomID, messageID], errors: [.noMessage, .noGroupRight, .tooLate]
        ).user { request, _ throws(Refusal) in
            .room(try request(RoomParameters.roomID), .recall(messageID: try request(messageID)))
        }
    }
}

extension Operation {
    static func roomSending(
        _ name: String, _ summary: String, roles: Roles, with more: [any DescribedParameter] = [],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name,
            summary + " The reply comes with the room's next frame. A message that was not drawn is refused (gw 1024): "
                + "nothing was done. A `clientMsgId` repeated within a minute gets the same reply.",
            roles: roles,
            parameters: [
                RoomParameters.roomID, SendMessage.clientID, SendMessage.singleKind, SendMessage.body,
                RoomParameters.priority,
            ] + more,
            result: [
                Field("msgId", .string, "The message's id."),
                Field("seq", .integer, "Its number in the room's epoch: from 1, without gaps."),
                Field("time", .milliseconds, "When it was drawn."),
            ] + result,
            errors: [.noRoom, .shed, .rateLimited, .tooLarge] + errors + [.unavailable],
            badParameter: .messageParameters)
    }
}
