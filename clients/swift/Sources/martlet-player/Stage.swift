import MartletCore

/// A row of a trace.
struct Row {
    let at: Int
    let direction: String
    let value: JSON

    init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 3, let at = parts[0].double, let direction = parts[1].string else {
            return nil
        }
        self.at = Int(at)
        self.direction = direction
        value = parts[2]
    }
}

/// The application, the gateway, the storage and the time around a client.
final class Stage {
    private var moment = Moment(wall: 1_795_000_000_000, elapsed: 0)
    private var storage: [String: [String: JSON]] = [:]
    private var isFailing = false
    private var sleep = 0
    private var engine: Engine?
    /// Connections are counted through the whole trace, and by each client anew.
    private var connections = 0
    private var connectionsBefore = 0
    private var question = 0
    /// The calls of this client, by their numbers; nil for those whose end is in no row.
    private var calls: [String?] = []
    private var done: [(at: Int, value: JSON)] = []

    func take() -> [(at: Int, value: JSON)] {
        defer { done = [] }
        return done
    }

    /// Does a row of the direction `in`.
    func give(_ value: JSON) throws(Mismatch) {
        if let options = value["start"] {
            start(options)
        } else if let call = value["call"]?.string {
            try self.call(call, value)
        } else if let token = value["token"] {
            handle(.token(question: question, token.string))
        } else if let connection = value["accept"]?.int {
            handle(.accepted(connection: connection - connectionsBefore))
        } else if let text = value["text"]?.string ?? value["frame"]?.compactText {
            let connection = (value["on"]?.int ?? 0) - connectionsBefore
            handle(.received(connection: connection, text: text))
        } else if let connection = value["closed"]?.int {
            let code = value["code"]?.int ?? 1006
            handle(.closed(connection: connection - connectionsBefore, code: code, reason: ""))
        } else if let state = value["storage"] {
            isFailing = state == "fails"
        } else if let by = value["clock"]?.int {
            moment.wall += by
        } else {
            sleep += value["sleep"]?.int ?? 0
        }
    }

    /// Lets the client do what is due by then.
    func advance(to end: Int) {
        pass(sleep)
        if sleep > 0 { handle(.time) }
        sleep = 0
        while let due = engine?.nextDue, due <= end {
            pass(max(0, due - moment.elapsed))
            handle(.time)
        }
        pass(end - moment.elapsed)
    }

    private func pass(_ milliseconds: Int) {
        moment.wall += milliseconds
        moment.elapsed += milliseconds
    }

    private func start(_ options: JSON) {
        connectionsBefore = connections
        calls = []
        engine = Engine(
            Engine.Options(
                user: "alice", device: "d1", platform: "web", gapLimit: options["gapLimit"]?.int ?? 1000,
                keepsPositions: options["keepsPositions"]?.bool ?? false),
            at: moment, chance: { 0.5 })
    }

    private func call(_ call: String, _ value: JSON) throws(Mismatch) {
        let name = ["connect", "disconnect", "signOut", "wake"].contains(call) ? nil : value["as"]?.string
        calls.append(name)
        let number = calls.count - 1
        var options = RequestOptions()
        if let timeout = value["options"]?["timeout"]?.int { options.timeout = timeout }
        let id = value["conversationID"]?.string ?? ""
        switch call {
        case "connect": handle(.connect(call: number))
        case "disconnect": handle(.disconnect)
        case "signOut": handle(.signOut(call: number))
        case "wake": handle(.wake)
        case "send":
            let message = value["message"] ?? .null
            let body: JSON = message.string == nil ? message : ["body": ["text": message]]
            handle(.send(call: number, conversationID: id, message: body))
        case "request":
            handle(.request(call: number, op: value["op"]?.string ?? "", data: value["data"] ?? [:], options))
        case "history":
            options.key = .none
            let page = (value["page"] ?? [:]).merging(["conversationID": JSON(id)])
            handle(.history(call: number, page: page, options))
        default: throw Mismatch(message: "there is no call \(call)")
        }
    }

    private func handle(_ input: Input) {
        for output in engine?.handle(input, at: moment) ?? [] { perform(output) }
    }

    private func perform(_ output: Output) {
        switch output {
        case .connect:
            connections += 1
            out(["connect": JSON(connections)])
        case .send(let connection, let text):
            // The engine has made it.
            out(["frame": try! JSON(parsing: text), "on": JSON(connection + connectionsBefore)])
        case .close(let connection): out(["close": JSON(connection + connectionsBefore)])
        case .askToken(let question, let isRefused):
            self.question = question
            out(["token": ["refused": JSON(isRefused)]])
        case .event(let event): out(["event": JSON(event.name), "data": plain(event.data)])
        case .state(.ended(let reason, _)): out(["state": "ended", "reason": plain(reason.json)])
        case .state(let state): out(["state": JSON(state.name)])
        case .unsaved: out(["unsaved": true])
        case .outboxChanged, .storeChanged, .storeLost: break
        case .done(let call, let result):
            guard let name = calls[call] else { return }
            switch result {
            case .success(let value): out(["done": JSON(name), "value": plain(value)])
            case .failure(let error): out(["failed": JSON(name), "error": plain(error.json)])
            }
        case .storage(let call, let asked): handle(.stored(call: call, store(asked)))
        }
    }

    private func store(_ call: StorageCall) -> Result<[[StoredRow]], MartletError> {
        switch call {
        case .read(let ranges):
            return .success(
                ranges.map { range in
                    (storage[range.space] ?? [:]).sorted { $0.key < $1.key }.map { StoredRow($0, $1) }
                })
        case .write where isFailing: return .failure(MartletError(name: "internal", message: "no room"))
        case .write(let changes):
            for change in changes { storage[change.space, default: [:]][change.key] = change.value }
        case .clear: storage = [:]
        }
        return .success([])
    }

    private func out(_ value: JSON) {
        done.append((moment.elapsed, value))
    }

    /// Of errors only what tells their kind: texts are each client's own.
    private func plain(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): return JSON(elements.map { plain($0) })
        case .object(let object):
            if let system = object["system"], let name = object["name"] {
                return ["system": system, "code": object["code"] ?? 0, "name": name]
            }
            return JSON(object.members.map { ($0.name, plain($0.value)) })
        case .null, .bool, .int, .double, .string: return value
        }
    }
}
