import Chat
import ClientProtocol
import Domain
import JSON

/// Backends make live rooms, change them, end them, look at them and speak there.
extension OperationTable {
    @OperationList static var roomsForAdministrators: [OperationDefinition] {
        Operation.roomForAdministrator(
            "admin.room.create", "Creates a room.",
            [
                RoomParameters.roomID, RoomParameters.title, RoomParameters.ext, RoomParameters.access,
                RoomParameters.slowSeconds, RoomParameters.valuesBy, RoomParameters.showsEntries,
                RoomParameters.endsEmptySeconds, RoomParameters.counters.optional, RoomParameters.owner,
                RoomParameters.admins,
            ], errors: [.conflict, .noAccount]
        ).admin { request, _ throws(Refusal) in
            let id = try request(RoomParameters.roomID)
            let info = RoomInfo(title: try request(RoomParameters.title), ext: try request(RoomParameters.ext))
            let rules = RoomRules(
                access: try request(RoomParameters.access), slowSeconds: try request(RoomParameters.slowSeconds),
                valuesBy: try request(RoomParameters.valuesBy),
                showsEntries: try request(RoomParameters.showsEntries),
                endsEmptySeconds: try request(RoomParameters.endsEmptySeconds))
            let counters = try request(RoomParameters.counters.optional) ?? []
            let (owner, admins) = (try request(RoomParameters.owner), try request(RoomParameters.admins) ?? [])
            return .change { chat, _ throws(CommandError) in
                try chat.rooms.create(id, info, rules, owner: owner, admins: admins)
                try chat.roomValues.setCounters(counters, in: id)
            }
        }

        Operation.roomForAdministrator(
            "admin.room.modify",
            "Changes the given fields of a room. `admins` and `speakers` are whole lists.",
            [
                RoomParameters.roomID, RoomParameters.title.optional, RoomParameters.ext.optional,
                RoomParameters.access.optional, RoomParameters.slowSeconds.optional, RoomParameters.valuesBy.optional,
                RoomParameters.showsEntries.optional, RoomParameters.endsEmptySeconds.optional,
                RoomParameters.counters.optional,
                RoomParameters.owner, RoomParameters.admins, RoomParameters.speakers,
            ], errors: [.noRoom, .noAccount, .tooMany]
        ).admin { request, _ throws(Refusal) in
            let (id, change) = (try request(RoomParameters.roomID), try request.roomModification())
            let counters = try request(RoomParameters.counters.optional)
            return .change { chat, _ throws(CommandError) in
                try chat.rooms.modify(id, change)
                if let counters { try chat.roomValues.setCounters(counters, in: id) }
            }
        }

        Operation.roomForAdministrator(
            "admin.room.end",
            "Ends a room (`room.ended`): nobody is in it any more. `admin.room.info` shows it for 7 days; its id can be "
                + "used again at once.",
            [RoomParameters.roomID], errors: [.noRoom]
        ).admin { request, _ throws(Refusal) in
            let id = try request(RoomParameters.roomID)
            return .change { chat, _ throws(CommandError) in try chat.rooms.end(id) }
        }

        let cursor = Parameter.integer(
            "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")
        Operation.roomForAdministrator(
            "admin.room.list", "Lists the rooms that have not ended.", [cursor, GroupParameters.pageSize],
            result: [
                Field("rooms", .list(.object(RoomParameters.fields)), "The rooms."),
                Field(
                    "cursor", .integer,
                    "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
            ]
        ).admin { request, _ throws(Refusal) in
            let (after, count) = (RoomNumber(try request(cursor)), try request(GroupParameters.pageSize))
            let (bytes, records) = (request.context.pageBytes, request.context.rooms)
            return .read { transaction, json throws(CommandError) in
                let page = try stored(RoomQueries.all(after: after, count: count, bytes: bytes, in: transaction))
                json.array("rooms") { json in
                    for room in page.rooms { json.object { room.writeWhole(records[room.number], to: &$0) } }
                }
                json.field("cursor", page.next.rawValue)
            }
        }

        Operation.roomForAdministrator(
            "admin.room.info",
            "Returns a room with the users who have a role there. One that has ended for 7 days, too.",
            [RoomParameters.roomID],
            result: RoomParameters.fields + [
                Field(optional: "owner", .string, "The owner."), Field("admins", .strings, "The admins."),
                Field("counters", .map(.integer), "The counters, as they were written last: every 10 seconds."),
            ], errors: [.noRoom]
        ).admin { request, _ throws(Refusal) in
            let (id, records) = (try request(RoomParameters.roomID), request.context.rooms)
            return .read { transaction, json throws(CommandError) in
                let room = try RoomQueries.known(id, in: transaction)
                room.writeWhole(records[room.number], to: &json)
                let leaders = try stored(RoomQueries.leaders(of: room.number, in: transaction))
                if let owner = leaders.first(where: { $0.role == .owner }) { json.field("owner", owner.user.text) }
                json.users("admins", leaders.filter { $0.role == .admin }.map(\.user))
                try stored(RoomQueries.counters(in: room.number, transaction)).write(to: &json)
            }
        }

        let users = Parameter.users("userIDs", count: 1...100, "The users.")
        Operation.roomForAdministrator(
            "admin.room.find",
            "Returns which of the users are in a room now. On a cluster all nodes are asked; `silent` names those that "
                + "have not answered within a second.",
            [RoomParameters.roomID, users],
            result: [
                Field("users", .strings, "Those of them that are in the room."),
                Field("silent", .strings, "Nodes that may have others of them."),
            ], errors: [.noRoom]
        ).admin { request, _ throws(Refusal) in
            let users = try request(users).map(UserID.init(naming:))
            return .room(try request(RoomParameters.roomID), .find(users))
        }

        let sender = Parameter.user(
            "from", "The user in whose name it is said. Left out: the message has no `from`."
        ).optional
        Operation.roomSending(
            "admin.room.send",
            "Says something in a room, in a user's name or in nobody's. Slow mode, mutes and the rate of a user are not "
                + "for backends.", roles: .admin, with: [sender], errors: [.noAccount]
        ).admin { request, _ throws(Refusal) in
            var unreviewed = MessageReview()
            let speech = try request.roomSpeech(&unreviewed, as: try request(sender))
            return .room(try request(RoomParameters.roomID), .send(speech))
        }
    }
}
