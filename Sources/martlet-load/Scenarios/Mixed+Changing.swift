import JSON

/// A request to change a message.
struct MessageChange: Sendable {
    enum Kind: Sendable {
        case recall
        case edit(text: String)
        case react(String)
        case unreact(String)
    }

    let kind: Kind
    let message: RecentMessage
}

/// A message that a client has had lately.
struct RecentMessage: Sendable {
    let dialogue: Int
    let seq: UInt64
    let id: String
    let isOwn: Bool
    let time: Int64
}

/// The recalls, edits and reactions of a mixed load.
extension Mixed {
    /// Returns false if the client has no message to change.
    mutating func change(_ client: Int, due: Int64, _ fleet: Fleet) -> Bool {
        states[client].recent.removeAll { due - $0.time > Self.longestMemory }
        guard let place = states[client].recent.indices.randomElement(using: &random) else { return false }
        let message = states[client].recent[place]
        let reaction = "r\(Int.random(in: 1...3, using: &random))"
        let kind: MessageChange.Kind
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where message.isOwn:
            kind = .recall
            // From here on it can be recalled alone.
            states[client].recent.remove(at: place)
        case 1...2 where message.isOwn: kind = .edit(text: "edited \(due)")
        case 3: kind = .unreact(reaction)
        default: kind = .react(reaction)
        }
        ask(.change(MessageChange(kind: kind, message: message), due: due), of: client, fleet)
        return true
    }

    func send(_ change: MessageChange, as id: UInt64, of client: Int, _ fleet: Fleet) {
        let operation: StaticString =
            switch change.kind {
            case .recall: "message.recall"
            case .edit: "message.edit"
            case .react, .unreact: "message.react"
            }
        fleet.request(id, operation, by: client) { data in
            // The client has this dialogue.
            data.field("conversationID", names[client][change.message.dialogue]!)
            data.field("msgId", change.message.id)
            switch change.kind {
            case .recall: break
            case .edit(let text): data.object("body") { $0.field("text", text) }
            case .react(let reaction): data.field("reaction", reaction)
            case .unreact(let reaction):
                data.field("reaction", reaction)
                data.field("remove", true)
            }
        }
    }

    /// A recall was first, after which nothing else can be done to the message. Whether that is so shows in the end.
    mutating func isTooLate(_ request: OpenRequest, _ error: JSONValue?, _ client: Int) -> Bool {
        guard case .change(let change, _) = request,
            error?["system"]?.isString("gw") == true, error?["code"]?.uint64 == 1010
        else { return false }
        if case .recall = change.kind { return false }
        ledgers[cohort(of: client)].refuse(change.message.seq, in: change.message.dialogue)
        return true
    }

    mutating func remember(_ message: RecentMessage, of client: Int) {
        guard options.changes > 0 else { return }
        states[client].recent.removeAll { $0.dialogue == message.dialogue && $0.seq == message.seq }
        if states[client].recent.count == 8 { states[client].recent.removeFirst() }
        states[client].recent.append(message)
    }

    /// A message as it is since a change, told in one way or another.
    mutating func hear(changed message: JSONValue, _ client: Int, _ way: ChangeLedger.Way) {
        guard let dialogue = message["conversationID"]?.string.flatMap({ dialogues[client][$0] }),
            let seq = message["seq"]?.uint64, let place = message["change"]?.uint64
        else { return tally.faults.add(.unexpected, excerpt(message.raw)) }
        let (cohort, member) = (cohort(of: client), member(client))
        if way != .acknowledged { tally.changesTold += 1 }
        if message["recalled"] != nil {
            cohorts[cohort].forget(unread: seq, by: member, in: dialogue)
            states[client].recent.removeAll { $0.dialogue == dialogue && $0.seq == seq }
        }
        if let fault = ledgers[cohort].hear(place, of: seq, state(of: message), by: member, in: dialogue, way) {
            tally.faults.add(fault.fault, "\(users[client]): \(fault.what)")
        }
    }

    /// The state of a message that all are told alike.
    private func state(of message: JSONValue) -> String {
        if message["recalled"] != nil { return ChangeLedger.recalled }
        let reactions = message["reactions"]?.elements?.map { reaction in
            "\(reaction["reaction"]?.string ?? "") \(reaction["count"]?.uint64 ?? 0)"
        }
        let body = message["body"].map { excerpt($0.raw).prefix(40) } ?? ""
        return "\(message["edited"]?["version"]?.uint64 ?? 0) \(body) \(reactions ?? [])"
    }

    /// Of a login: what has changed while the client was away.
    mutating func take(changes: JSONValue, _ client: Int) {
        guard let streams = changes.members else { return }
        for (name, stream) in streams {
            guard stream["verdict"]?.isString("recovered") == true, let missed = stream["changes"]?.elements,
                let dialogue = dialogues[client][name.keyText], let place = stream["seq"]?.uint64
            else {
                tally.faults.add(.missing, "\(users[client]): changes, \(excerpt(stream.raw))")
                continue
            }
            for change in missed {
                guard let message = change["message"] else {
                    tally.faults.add(.unexpected, excerpt(change.raw))
                    continue
                }
                hear(changed: message, client, .resumed)
            }
            ledgers[cohort(of: client)].resume(member(client), in: dialogue, at: place)
        }
    }

    /// Younger than a recall may be, also if it is asked again after a restart.
    private static let longestMemory: Int64 = 60_000_000_000
}
