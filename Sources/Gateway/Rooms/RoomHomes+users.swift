import Chat
import ClientProtocol
import Cluster
import Domain
import JSON

/// A room's home asks all nodes with participants whether users are in the room, and has them put one out.
extension RoomHomes {
    /// L-10: the user's session may be at another node than its request over HTTP.
    func ifInside(
        _ user: UserID, _ account: AccountNumber, _ asker: RoomAsker, _ room: LiveRoom, _ id: RoomID,
        _ work: @escaping () -> Void
    ) {
        if asker.isInside || room.participants[account] != nil { return work() }
        ask(.find([user]), in: room, asker) { [self] finding, _ in
            if finding.users.isEmpty { return replies.answer(.refused(Refusal(.notInGroup, keys: ["roomID"])), asker) }
            work()
        }
    }

    /// L-20: the user leaves the room, and may come back.
    func kick(
        _ user: UserID, clears: Bool, by account: AccountNumber, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID
    ) {
        let role = room.role(of: account)
        guard role != .participant else {
            return replies.answer(.refused(Refusal(.noGroupRight, keys: ["roomID"])), asker)
        }
        ask(.putOut(user, by: role), in: room, asker) { [self] finding, _ in
            if finding.isSpared { return replies.answer(.refused(Refusal(.noGroupRight, keys: ["userID"])), asker) }
            guard finding.users.contains(user) else {
                return replies.answer(
                    .refused(Refusal(.notInGroup, "the user is not in the room", keys: ["userID"])), asker)
            }
            if clears { room.clear(user) }
            replies.refuse(room.withdraw(user), Refusal(.notInGroup, keys: ["roomID"]), in: id)
            replies.answer(.ok { _ in }, asker)
            stir(id)
        }
    }

    /// L-09: which of these users are in the room.
    func find(_ users: [UserID], _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        ask(.find(users), in: room, asker) { [self] finding, silent in
            let names = link.context.requests.cluster.nodeNames
            let nodes = silent.map { names[$0.incarnation] ?? "\($0.incarnation)" }
            replies.answer(
                .ok { json in
                    json.users("users", users.filter(finding.users.contains))
                    json.array("silent") { json in for node in nodes.sorted() { json.value(node) } }
                }, asker)
        }
    }

    /// `asker`: is refused if the room gets another home meanwhile.
    func ask(
        _ question: RoomQuestion, in room: LiveRoom, _ asker: RoomAsker?,
        finish: @escaping (RoomFinding, _ silent: Set<NodeNumber>) -> Void
    ) {
        let (id, epoch) = (room.room.id, room.history.epoch)
        let deaf = Set(link.context.rooms.hearers(of: room.number).map(\.node)).subtracting(room.followers)
        let number = questions.ask(
            room.followers, silent: deaf, answer(question, in: room), now: link.now
        ) { [self] finding, silent in
            guard rooms[id] === room, room.isHome, room.history.epoch == epoch else {
                if let asker { replies.refuse(asker, "the room has another home; ask again") }
                return
            }
            finish(finding, silent)
        }
        guard let number else { return }
        links?.post(.question(id, number: number, question), to: room.followers)
        lookAgainSoon()
    }

    /// As far as this node knows.
    func answer(_ question: RoomQuestion, in room: LiveRoom) -> RoomFinding {
        switch question {
        case .find(let users): return RoomFinding(users: Set(room.present(users)))
        case .remain(let accounts):
            return RoomFinding(users: Set(accounts.compactMap { room.participants[$0]?.id }))
        case .putOut(let user, let role):
            switch room.putOut(user, by: role, now: link.now) {
            case nil: return RoomFinding()
            case .failure: return RoomFinding(users: [user], isSpared: true)
            case .success(let removal):
                carryOut(removal, in: room, .kicked, Refusal(.notInGroup, keys: ["roomID"]))
                stir(room.room.id)
                return RoomFinding(users: [user])
            }
        }
    }
}
