import Chat
import ClientProtocol
import Domain
import JSON

/// The values of rooms and their queues (L-23 to L-27).
extension OperationTable {
    @OperationList static var roomValues: [OperationDefinition] {
        Operation.room(
            "room.setValues",
            "Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all` for "
                + "every user who may enter. A key that another user has set is for the owner and admins. Participants "
                + "hear `room.valuesChanged`.",
            [RoomParameters.roomID, RoomValueParameters.values],
            result: [RoomValueParameters.state], errors: RoomValueParameters.errors
        ).hooked(.replaces(except: ["roomID"])).userOrBackend { request, caller throws(Refusal) in
            let (id, changes) = (try request(RoomParameters.roomID), try request(RoomValueParameters.values))
            return .change { chat, json throws(CommandError) in
                let state = try chat.roomValues.change(.value, changes, in: id, by: caller)
                json.field("state", state.rawValue)
            }
        }

        Operation.room(
            "room.values", "Returns the values of a room that the caller may enter.", [RoomParameters.roomID],
            result: [RoomValueParameters.state, Field("values", .list(RoomValue.type), "The values.")],
            errors: [.banned]
        ).userOrBackend { request, caller throws(Refusal) in
            .values(.value, as: "values", of: try request(RoomParameters.roomID), for: caller, request)
        }

        let value = Parameter.string("value", bytes: 0...4_096, standard: "", "The element's value.")
        let isFirst = Parameter.flag(
            "first", standard: false, "True: before all others; false: behind them. One that is there keeps its place.")
        let isTransient = Parameter.flag(
            "isTransient", standard: false, "True: it goes when its user has left the room for `rooms.leaveSeconds`.")
        let version = Parameter.integer(
            "ifVersion", in: 0...4_294_967_295, "Only if the element has this version; 0: only if there is none."
        ).optional
        let key = Parameter.string("key", bytes: 1...128, "The element's key.")
        Operation.room(
            "room.offer",
            "Puts an element into the queue of a room, or changes the one of this key. The same rights as with "
                + "`room.setValues`. Participants hear `room.queueChanged`.",
            [RoomParameters.roomID, key, value, isFirst, version, isTransient],
            result: [RoomValueParameters.state], errors: RoomValueParameters.errors
        ).userOrBackend { request, caller throws(Refusal) in
            let id = try request(RoomParameters.roomID)
            let change = ValueChange(
                key: try request(key), value: try request(value), version: try request(version),
                isTransient: try request(isTransient), isFirst: try request(isFirst))
            return .change { chat, json throws(CommandError) in
                let state = try chat.roomValues.change(.element, [change], in: id, by: caller)
                json.field("state", state.rawValue)
            }
        }

        Operation.room(
            "room.poll",
            "Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The "
                + "owner and admins take any, others with `valuesBy` `all` their own.",
            [RoomParameters.roomID, key.optional, version],
            result: [
                RoomValueParameters.state,
                Field(optional: "element", RoomValue.type, "The element; absent: there is none."),
            ], errors: RoomValueParameters.errors
        ).userOrBackend { request, caller throws(Refusal) in
            let (id, key) = (try request(RoomParameters.roomID), try request(key.optional))
            let version = try request(version)
            return .change { chat, json throws(CommandError) in
                let (element, state) = try chat.roomValues.poll(key, version: version, in: id, by: caller)
                json.field("state", state.rawValue)
                if let element { json.object("element") { element.write(to: &$0) } }
            }
        }

        Operation.room(
            "room.queue", "Returns the queue of a room that the caller may enter.", [RoomParameters.roomID],
            result: [
                RoomValueParameters.state, Field("elements", .list(RoomValue.type), "The elements, the head first."),
            ], errors: [.banned]
        ).userOrBackend { request, caller throws(Refusal) in
            .values(.element, as: "elements", of: try request(RoomParameters.roomID), for: caller, request)
        }

        let count = Parameter.integer("count", in: 1...100, standard: 1, "So much is added.")
        Operation.room(
            "room.count",
            "Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client "
                + "gathers what its user taps and says it together, twice a second at most.",
            [RoomParameters.roomID, RoomParameters.counter, count], errors: [.notInGroup, .rateLimited]
        ).userOrBackend { request, _ throws(Refusal) in
            let name = ExactText(try request(RoomParameters.counter))
            return .room(try request(RoomParameters.roomID), .count(name, try request(count)))
        }
    }
}

private enum RoomValueParameters {
    static let errors: [ErrorCode] = [.banned, .noGroupRight, .conflict, .tooMany, .rateLimited, .tooLarge]

    static let state = Field("state", .integer, "The number of their last change, as `room.enter` and events say it.")

    static let values = Parameter.values(
        with: [Field(optional: "isTransient", .boolean)],
        "`isTransient`: it goes when its user has left the room for `rooms.leaveSeconds`.")
}

extension Work {
    fileprivate static func values(
        _ kind: RoomValue.Kind, as name: StaticString, of id: RoomID, for caller: RoomCaller, _ request: Request
    ) -> Work {
        let now = request.context.configuration.now.time
        return .read { transaction, json throws(CommandError) in
            let room = try RoomQueries.visible(id, to: caller, now: now, in: transaction)
            json.field("state", room[stateOf: kind].rawValue)
            try stored(RoomQueries.values(kind, in: room.number, transaction)).write(as: name, to: &json)
        }
    }
}

extension Operation {
    /// A user asks, or a backend by the counterpart of the operation.
    fileprivate func userOrBackend(
        _ work: @escaping @Sendable (Request, RoomCaller) throws(Refusal) -> Work
    ) -> [OperationDefinition] {
        let counterpart = Operation(
            "admin." + name, summary + " A backend does it, in nobody's name and with an admin's rights.",
            roles: .admin, parameters: parameters, result: result,
            errors: errors.filter { ![.banned, .noGroupRight, .notInGroup].contains($0) })
        return [
            user { request, caller throws(Refusal) in try work(request, .user(caller.account, caller.claim)) },
            counterpart.admin { request, _ throws(Refusal) in try work(request, .backend) },
        ]
    }
}
