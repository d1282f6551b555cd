import Chat
import ClientProtocol
import Domain
import JSON

/// The owner and admins of a live room keep order there.
extension OperationTable {
    @OperationList static var roomModeration: [OperationDefinition] {
        Operation.room(
            "room.modify",
            "Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists.",
            [
                RoomParameters.roomID, RoomParameters.slowSeconds.optional, RoomParameters.admins,
                RoomParameters.speakers,
            ],
            errors: [.noGroupRight, .noAccount, .tooMany]
        ).user { request, caller throws(Refusal) in
            let id = try request(RoomParameters.roomID)
            var change = RoomModification()
            change.slowSeconds = try request(RoomParameters.slowSeconds.optional)
            change.admins = try request(RoomParameters.admins)
            change.speakers = try request(RoomParameters.speakers)
            return .change { [change] chat, _ throws(CommandError) in
                try chat.rooms.modify(id, change, by: caller.account)
            }
        }

        Operation.room(
            "room.mute",
            "Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither.",
            [RoomParameters.roomID, RoomParameters.userID, RoomParameters.seconds],
            errors: [.noGroupRight, .noAccount, .tooMany]
        ).user { request, caller throws(Refusal) in
            let (id, seconds) = (try request(RoomParameters.roomID), try request(RoomParameters.seconds))
            let user = UserID(naming: try request(RoomParameters.userID))
            return .change { chat, _ throws(CommandError) in
                try chat.rooms.mute(user, seconds: seconds, in: id, by: caller.account)
            }
        }

        Operation.room(
            "room.muteAll", "Lets only the owner, admins and speakers send, or all again. For the owner and admins.",
            [RoomParameters.roomID, RoomParameters.isMuted], errors: [.noGroupRight]
        ).user { request, caller throws(Refusal) in
            let (id, isMuted) = (try request(RoomParameters.roomID), try request(RoomParameters.isMuted))
            return .change { chat, _ throws(CommandError) in
                try chat.rooms.muteAll(isMuted, in: id, by: caller.account)
            }
        }

        Operation.room(
            "room.ban",
            "Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends.",
            [RoomParameters.roomID, RoomParameters.userID, RoomParameters.seconds, RoomParameters.clear],
            errors: [.noGroupRight, .noAccount, .tooMany]
        ).user { request, caller throws(Refusal) in
            let (id, seconds) = (try request(RoomParameters.roomID), try request(RoomParameters.seconds))
            let user = UserID(naming: try request(RoomParameters.userID))
            let clears = try request(RoomParameters.clear)
            return .change { chat, _ throws(CommandError) in
                try chat.rooms.ban(user, seconds: seconds, clears: clears, in: id, by: caller.account)
            }
        }

        Operation.room(
            "room.kick", "Puts a user out of a room (`room.left`). The user may enter again.",
            [RoomParameters.roomID, RoomParameters.userID, RoomParameters.clear], errors: [.noGroupRight, .notInGroup]
        ).user { request, _ throws(Refusal) in
            .room(
                try request(RoomParameters.roomID),
                .kick(
                    UserID(naming: try request(RoomParameters.userID)), clears: try request(RoomParameters.clear)))
        }
    }
}
