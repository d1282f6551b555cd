import JSON

/// The requests of the users of a mixed load, and the events that they get.
extension Mixed {
    func introduce(_ client: Int, _ data: inout JSONWriter) {
        let (record, member) = (cohorts[cohort(of: client)], member(client))
        data.object("resume") { resume in
            resume.field("user", states[client].streamSeq)
            resume.object("conversations") { json in
                for (dialogue, name) in names[client] {
                    let position = record.position(of: member, in: dialogue)
                    guard position > 0 || dialogue == Cohort.everybody else { continue }
                    json.key(text: name)
                    json.value(position)
                }
            }
            guard options.changes > 0 else { return }
            resume.object("changes") { json in
                for (dialogue, name) in names[client] where record.position(of: member, in: dialogue) > 0 {
                    json.key(text: name)
                    json.value(ledgers[cohort(of: client)].position(of: member, in: dialogue))
                }
            }
        }
    }

    mutating func askAgain(_ client: Int, _ fleet: Fleet) {
        let requests = states[client].again
        states[client].again.removeAll()
        for request in requests { ask(request, of: client, fleet) }
    }

    mutating func ask(_ request: OpenRequest, of client: Int, _ fleet: Fleet) {
        states[client].lastID += 1
        let id = states[client].lastID
        states[client].waiting[id] = request
        switch request {
        case .write(let mark, let dialogue, _):
            fleet.request(id, "message.send", by: client) { data in
                // The client has this dialogue.
                data.field("conversationID", names[client][dialogue]!)
                data.field("clientMsgId", "\(prefix)-\(mark.sender)-\(mark.number)")
                data.field("type", 0)
                data.object("body") { $0.field("text", text) }
            }
        case .read(let dialogue, let upTo, _):
            fleet.request(id, "conversation.markRead", by: client) { data in
                // The client has this dialogue.
                data.field("conversationID", names[client][dialogue]!)
                data.field("seq", upTo)
            }
        case .change(let change, _): send(change, as: id, of: client, fleet)
        }
    }

    // MARK: - Being told

    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet) {
        if schedule != nil { tally.returns += 1 }
        guard let ok = parse(reply)?["ok"] else { return }
        if let resume = ok["resume"] { take(resume, client, at: now) }
        if let seq = ok["stream"]?["seq"]?.uint64 {
            states[client].streamSeq = seq
            states[client].awaitsTotal = true
        }
        if schedule == nil { states[client].state = .here(until: .max) } else { arrive(client, at: now, fleet) }
    }

    private mutating func take(_ resume: JSONValue, _ client: Int, at now: Int64) {
        if let verdict = resume["user"]?["verdict"], !verdict.isString("recovered") {
            tally.faults.add(.missing, "\(users[client]): events, \(excerpt(resume["user"]!.raw))")
        }
        // Messages that have been recalled since are not unread.
        defer { if let changes = resume["changes"] { take(changes: changes, client) } }
        guard let conversations = resume["conversations"]?.members else { return }
        for (_, stream) in conversations {
            guard stream["verdict"]?.isString("recovered") == true, let messages = stream["messages"]?.elements else {
                tally.faults.add(.missing, "\(users[client]): messages, \(excerpt(stream.raw))")
                continue
            }
            for message in messages {
                if schedule != nil { tally.resumed += 1 }
                hear(message, client, .resumed, at: now)
            }
        }
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        guard let envelope = parse(text) else { return }
        if let event = envelope["event"], let data = envelope["data"] {
            take(event, envelope, data, client, text, at: now)
        } else if let id = envelope["id"]?.uint64, let request = states[client].waiting.removeValue(forKey: id) {
            if let ok = envelope["ok"] {
                granted(request, ok, client, at: now)
            } else {
                refused(request, envelope, client, text)
            }
        } else {
            tally.faults.add(.unexpected, excerpt(text))
        }
    }

    private mutating func take(
        _ event: JSONValue, _ envelope: JSONValue, _ data: JSONValue, _ client: Int, _ text: UnsafeRawBufferPointer,
        at now: Int64
    ) {
        if let seq = envelope["seq"]?.uint64 {
            if seq <= states[client].streamSeq {
                tally.faults.add(
                    .doubled, "\(users[client]) has events up to \(states[client].streamSeq): \(excerpt(text))")
            }
            states[client].streamSeq = max(states[client].streamSeq, seq)
        }
        if event.isString("message.new") { return hear(data, client, .live, at: now) }
        if event.isString("message.changed"), options.changes > 0 {
            guard let message = data["message"] else { return tally.faults.add(.unexpected, excerpt(text)) }
            return hear(changed: message, client, .live)
        }
        if measures(now) { tally.events += 1 }
        guard states[client].awaitsTotal, event.isString("conversation.totalUnreadChanged") else { return }
        states[client].awaitsTotal = false
        let expected = cohorts[cohort(of: client)].unread(by: member(client))
        // A request from before the loss may have been carried out or not.
        if states[client].hasAskedToRead || data["total"]?.uint64 == UInt64(expected) { return }
        tally.faults.add(.miscounted, "\(users[client]) has \(expected) unread: \(excerpt(text))")
    }

    private mutating func hear(_ message: JSONValue, _ client: Int, _ way: Cohort.Way, at now: Int64) {
        guard let dialogue = message["conversationID"]?.string.flatMap({ dialogues[client][$0] }),
            let seq = message["seq"]?.uint64, let id = message["clientMsgId"]?.string, seq > 0
        else { return tally.faults.add(.unexpected, excerpt(message.raw)) }
        var mark: Cohort.Mark?
        if !id.isEmpty {
            let parts = id.split(separator: "-")
            guard parts.count == 3, parts[0] == prefix, let sender = Int(parts[1]), let number = UInt64(parts[2]),
                (0..<options.size).contains(sender)
            else { return tally.faults.add(.unexpected, excerpt(message.raw)) }
            mark = Cohort.Mark(sender: sender, number: number)
        }
        switch cohorts[cohort(of: client)].hear(seq, mark, by: member(client), in: dialogue, way) {
        case .known: break
        case .fault(let fault, let what): tally.faults.add(fault, "\(users[client]): \(what)")
        case .fine(let due):
            if message["change"] != nil, options.changes > 0 {
                hear(changed: message, client, .resumed)
            } else if let mark, let id = message["msgId"]?.string {
                let isOwn = mark.sender == member(client)
                remember(
                    RecentMessage(dialogue: dialogue, seq: seq, id: id, isOwn: isOwn, time: due ?? 0), of: client)
            }
            if measures(now) { tally.deliveries += 1 }
            // A resumed message is late because the user was away.
            if way == .live, let due, measures(due) { tally.recordDelivery(due: due, at: now) }
        }
    }

    private mutating func granted(_ request: OpenRequest, _ ok: JSONValue, _ client: Int, at now: Int64) {
        let (cohort, member) = (cohort(of: client), member(client))
        switch request {
        case .read(let dialogue, let upTo, let due):
            cohorts[cohort].read(upTo: upTo, by: member, in: dialogue)
            acknowledged(due, at: now)
        case .write(let mark, let dialogue, let due):
            guard let seq = ok["seq"]?.uint64, let id = ok["msgId"]?.string else {
                return tally.faults.add(.unexpected, excerpt(ok.raw))
            }
            remember(RecentMessage(dialogue: dialogue, seq: seq, id: id, isOwn: true, time: due), of: client)
            if case .fault(let fault, let what) = cohorts[cohort].hear(
                seq, mark, by: member, in: dialogue, .acknowledged)
            {
                tally.faults.add(fault, "\(users[client]): \(what)")
            }
            acknowledged(due, at: now)
        case .change(_, let due):
            guard let message = ok["message"] else { return tally.faults.add(.unexpected, excerpt(ok.raw)) }
            if message["change"] != nil { hear(changed: message, client, .acknowledged) }
            tally.changes += 1
            acknowledged(due, at: now)
        }
    }

    private mutating func acknowledged(_ due: Int64, at now: Int64) {
        options.journal?.acknowledged(due: due, at: now)
        if measures(now) { tally.acknowledgements += 1 }
        if measures(due) { tally.recordAcknowledgement(due: due, at: now) }
    }

    /// gw 1008 says that nothing has happened, and to ask again.
    private mutating func refused(
        _ request: OpenRequest, _ envelope: JSONValue, _ client: Int, _ text: UnsafeRawBufferPointer
    ) {
        let error = envelope["error"]
        if options.survivesLosses, error?["system"]?.isString("gw") == true, error?["code"]?.uint64 == 1008 {
            return states[client].again.append(request)
        }
        if isTooLate(request, error, client) { return }
        tally.faults.add(.refused, excerpt(text))
        if case .write(let mark, _, _) = request { cohorts[cohort(of: client)].forget(mark) }
    }

    private mutating func parse(_ text: UnsafeRawBufferPointer) -> JSONValue? {
        do {
            return try document.parse(text, limits: JSONLimits(bytes: 16 << 20))
        } catch {
            tally.faults.add(.unexpected, "\(error): \(excerpt(text))")
            return nil
        }
    }
}

extension Mixed.UserState {
    fileprivate var hasAskedToRead: Bool {
        (waiting.values + again).contains { if case .read = $0 { true } else { false } }
    }
}
