/// A group of style 2 as a few rules: what one operation after another answers, and leaves in the history.
struct RacingGroup: Hashable {
    enum Operation: CaseIterable {
        case approve, decline, join, leave, remove, mute, unmute, transfer, addAdmin, removeAdmin, write
    }

    struct Action: CustomStringConvertible {
        let user: String
        let operation: Operation
        /// A user, or a text.
        let object: String

        var description: String { "\(user) \(operation) \(object)" }
    }

    struct Outcome: Equatable {
        /// More than one where nothing says which comes first.
        var answers: Set<String>
        /// A line of the history, if there is one.
        var line: String?
    }

    var owner: String
    var admins: Set<String>
    var members: Set<String>
    var muted: Set<String> = []
    var requests: Set<String>
    let maxUsers: Int

    mutating func carryOut(_ action: Action) -> Outcome {
        let (user, object) = (action.user, action.object)
        func refused(_ code: String) -> Outcome { Outcome(answers: [code]) }
        if action.operation == .join {
            if members.contains(user) { return refused("em 601") }
            if members.count >= maxUsers { return refused("em 604") }
            requests.insert(user)
            return Outcome(answers: ["ok"])
        }
        guard members.contains(user) else { return refused("em 602") }
        switch action.operation {
        case .write:
            if muted.contains(user) { return refused("em 215") }
            return Outcome(answers: ["ok"], line: "\(user): \(object)")
        case .leave:
            if user == owner { return refused("em 603") }
            drop(user)
            return Outcome(answers: ["ok"], line: "2 \(user): ")
        case .approve, .decline:
            guard rank(user) > 0 else { return refused("em 603") }
            guard requests.contains(object) else { return refused("gw 1004") }
            if action.operation == .decline {
                requests.remove(object)
                return Outcome(answers: ["ok"])
            }
            guard members.count < maxUsers else { return refused("em 604") }
            requests.remove(object)
            members.insert(object)
            return Outcome(answers: ["ok"], line: "5 \(user): \(object)")
        default:
            return rule(action)
        }
    }

    /// An act on another member.
    private mutating func rule(_ action: Action) -> Outcome {
        let (user, object) = (action.user, action.object)
        let isOwners = [.transfer, .addAdmin, .removeAdmin].contains(action.operation)
        guard rank(user) >= (isOwners ? 2 : 1) else {
            return Outcome(answers: members.contains(object) ? ["em 603"] : ["em 602", "em 603"])
        }
        guard members.contains(object) else { return Outcome(answers: ["em 602"]) }
        guard user != object, rank(user) > rank(object) else { return Outcome(answers: ["em 603"]) }
        switch action.operation {
        case .remove:
            drop(object)
            return Outcome(answers: ["ok"], line: "1 \(user): \(object)")
        case .mute:
            muted.insert(object)
            return Outcome(answers: ["ok"], line: "10 \(user): \(object) flag=true")
        case .unmute:
            guard muted.remove(object) != nil else { return Outcome(answers: ["ok"]) }
            return Outcome(answers: ["ok"], line: "10 \(user): \(object) flag=false")
        case .transfer:
            owner = object
            admins.remove(object)
            muted.remove(object)
            return Outcome(answers: ["ok"], line: "6 \(user): \(object)")
        case .addAdmin:
            guard admins.insert(object).inserted else { return Outcome(answers: ["em 603"]) }
            return Outcome(answers: ["ok"], line: "7 \(user): \(object)")
        default:
            guard admins.remove(object) != nil else { return Outcome(answers: ["em 603"]) }
            return Outcome(answers: ["ok"], line: "8 \(user): \(object)")
        }
    }

    private func rank(_ user: String) -> Int {
        user == owner ? 2 : admins.contains(user) ? 1 : 0
    }

    private mutating func drop(_ user: String) {
        members.remove(user)
        admins.remove(user)
        muted.remove(user)
    }
}

/// Whether the results of the acts are those of some order, in which each user's acts stand as they were sent.
struct Serialization {
    /// By user.
    let actions: [[RacingGroup.Action]]
    let answers: [[String]]
    let history: [String]
    let final: RacingGroup

    /// The progress of a search: how many acts of each user and lines of the history are behind it.
    private struct Place: Hashable {
        var group: RacingGroup
        var done: [Int]
        var lines = 0
    }

    func exists(from group: RacingGroup) -> Bool {
        var seen: Set<Place> = []
        var open = [Place(group: group, done: Array(repeating: 0, count: actions.count))]
        while let place = open.popLast() {
            guard seen.insert(place).inserted else { continue }
            if place.done == actions.map(\.count), place.lines == history.count, place.group == final { return true }
            open += followers(of: place)
        }
        return false
    }

    private func followers(of place: Place) -> [Place] {
        var followers: [Place] = []
        for user in actions.indices where place.done[user] < actions[user].count {
            var next = place
            let outcome = next.group.carryOut(actions[user][place.done[user]])
            guard outcome.answers.contains(answers[user][place.done[user]]) else { continue }
            next.done[user] += 1
            if let line = outcome.line {
                guard place.lines < history.count, history[place.lines] == line else { continue }
                next.lines += 1
            } else if outcome.answers != ["ok"] {
                // A refused request changes nothing, and may as well have come now.
                return [next]
            }
            followers.append(next)
        }
        return followers
    }
}
