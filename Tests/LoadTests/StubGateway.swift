import ClientProtocol
import EventLoop
import Framing
import JSON
import Meters
import Transport

/// As much of a gateway as the scenarios need, in one shard and without a store, and with one fault on demand.
final class StubGateway: Sendable {
    enum Mischief: CaseIterable, Sendable {
        case none
        case refuses
        case staysSilent
        case losesDelivery
        case delaysDelivery
        case delaysAnswer
        case deliversTwice
        case misnumbersDelivery
        case leavesHole
        case hangsUp
        case babbles
    }

    let address: SocketAddress
    private let node: Node<StubService>

    init(_ mischief: Mischief, tls: TLSContext? = nil) throws {
        node = try Node<StubService>(
            options: TransportOptions(), outboxBytes: 1 << 30,
            metrics: [ShardMetrics(operations: [], closeCodes: [])])
        address = try node.start(
            at: SocketAddress("127.0.0.1", port: 0)!, tls: tls, backlog: 64
        ) { _ in StubService(mischief) }
    }

    deinit {
        node.broadcast { $0.stop() }
        node.join()
    }
}

final class StubService: Service {
    /// The message that meets the mischief.
    static let victim = 10

    private let mischief: StubGateway.Mischief
    /// The shard owns its service, so it is there as long as the service is.
    private unowned(unsafe) var shard: Shard!
    private let document = JSONDocument()
    private var connections: [String: Connection] = [:]
    private var users: [ObjectIdentifier: String] = [:]
    private var seqs: [String: Int] = [:]
    private var lastQueries: [String: String] = [:]
    private var messages = 0
    /// In the one live room.
    private var participants: [Connection] = []
    /// By user: what it is told when it comes back.
    private var missed: [String: [String]] = [:]
    private var withheld: (text: String, receiver: Connection)?

    init(_ mischief: StubGateway.Mischief) {
        self.mischief = mischief
    }

    func attach(to shard: Shard) {
        self.shard = shard
    }

    func stop() {
        shard.loop.stop()
    }

    func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse? { nil }

    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        HTTPResponse(.notFound, text: "There is nothing here.")
    }

    func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? {
        WebSocketUpgradePolicy(origins: .any, subprotocols: ["martlet.v1.json"])
    }

    func opened(_ connection: Connection, by request: HTTPRequest) {
        shard.settle(connection)
    }

    func timerFired() {}

    func turnEnds() {}

    func deadlinePassed(_ connection: Connection) {
        preconditionFailure("the stub sets no deadlines")
    }

    func closed(_ connection: Connection, code: CloseCode) {}

    func departed(_ connection: Connection, heardUntil moment: Int64) {}

    func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        if message.first != UInt8(ascii: "{") { return echo(message, to: connection) }
        do {
            let request = try RequestEnvelope(message, document: document)
            switch request.operation.string {
            case "session.open": try open(request, connection)
            case "message.send": try send(request, connection)
            case "message.search": try search(request, connection)
            case "room.enter":
                participants.append(connection)
                reply(request.id, #"{"epoch":5,"seq":\#(seqs["", default: 0])}"#, to: connection)
            case "room.leave":
                participants.removeAll { $0 === connection }
                reply(request.id, "{}", to: connection)
            case "room.send": try speak(request, connection)
            default: reply(request.id, #"{}"#, to: connection)
            }
        } catch {
            preconditionFailure("\(error): \(String(decoding: message, as: UTF8.self))")
        }
    }

    private struct Missing: Error {}

    private func text(_ name: StaticString, of request: RequestEnvelope) throws -> String {
        guard let text = request.data?[name]?.string else { throw Missing() }
        return text
    }

    /// A message that is no request comes back.
    private func echo(_ message: UnsafeRawBufferPointer, to connection: Connection) {
        messages += 1
        let mischief = messages == Self.victim ? mischief : .none
        let text = String(decoding: message, as: UTF8.self)
        switch mischief {
        case .staysSilent: return
        case .hangsUp: return shard.close(connection, code: .goingAway)
        case .babbles: say(text.uppercased(), to: connection)
        case .delaysDelivery:
            withheld = (text, connection)
            return
        default: break
        }
        say(text, to: connection)
        if mischief == .deliversTwice { say(text, to: connection) }
        if let late = withheld, late.receiver === connection {
            say(late.text, to: connection)
            withheld = nil
        }
    }

    private func open(_ request: RequestEnvelope, _ connection: Connection) throws {
        let user = try text("user", of: request)
        connections[user] = connection
        users[ObjectIdentifier(connection)] = user
        say(#"{"event":"conversation.syncStart","data":{}}"#, to: connection)
        reply(request.id, #"{"user":"\#(user)"}"#, to: connection)
        for text in missed.removeValue(forKey: user) ?? [] { say(text, to: connection) }
    }

    /// Refuses words that do not begin with the user's name, and the same words twice in a row.
    private func search(_ request: RequestEnvelope, _ connection: Connection) throws {
        guard let user = users[ObjectIdentifier(connection)] else { throw Missing() }
        let words = try text("query", of: request)
        guard words.hasPrefix(user), words != lastQueries.updateValue(words, forKey: user) else {
            return say(#"{"id":\#(request.id),"error":{"system":"nim","code":414}}"#, to: connection)
        }
        reply(request.id, #"{"hits":[]}"#, to: connection)
    }

    private func send(_ request: RequestEnvelope, _ connection: Connection) throws {
        let target = try text("conversationID", of: request)
        let user = String(target.dropFirst(4))
        guard let sender = users[ObjectIdentifier(connection)], let receiver = connections[user] else {
            throw Missing()
        }
        messages += 1
        let mischief = messages == Self.victim ? mischief : .none
        let pair = [user, sender].sorted().joined(separator: " ")
        if mischief == .refuses {
            return say(#"{"id":\#(request.id),"error":{"system":"nim","code":414}}"#, to: connection)
        }
        if mischief == .staysSilent { return }
        if mischief == .hangsUp { return shard.close(connection, code: .goingAway) }
        seqs[pair, default: 0] += mischief == .leavesHole ? 2 : 1
        let seq = seqs[pair]!
        let answer = #"{"msgId":"\#(messages)","conversationID":"\#(target)","seq":\#(seq),"time":1}"#
        if mischief != .delaysAnswer { reply(request.id, answer, to: connection) }
        let event = try event(request, from: sender, mischief == .misnumbersDelivery ? seq + 1 : seq)
        if receiver.isOpen { deliver(event, to: receiver, mischief) } else { missed[user, default: []].append(event) }
        if mischief == .delaysAnswer { reply(request.id, answer, to: connection) }
    }

    /// One message of four is not drawn.
    private func speak(_ request: RequestEnvelope, _ connection: Connection) throws {
        messages += 1
        let mischief = messages == Self.victim ? mischief : .none
        if mischief == .staysSilent { return }
        if mischief == .refuses || messages % 4 == 0 {
            let code = mischief == .refuses ? 1003 : 1024
            return say(#"{"id":\#(request.id),"error":{"system":"gw","code":\#(code)}}"#, to: connection)
        }
        seqs["", default: 0] += 1
        let message = try #"{"seq":\#(seqs[""]!),"msgId":"1","clientMsgId":"\#(text("clientMsgId", of: request))"}"#
        let frame = #"{"event":"room.frame","data":{"roomID":"r","epoch":5,"messages":[\#(message)]}}"#
        for (place, participant) in participants.enumerated() {
            if place == 0 { deliver(frame, to: participant, mischief) } else { say(frame, to: participant) }
        }
        reply(request.id, #"{"msgId":"1","seq":\#(seqs[""]!)}"#, to: connection)
    }

    private func event(_ request: RequestEnvelope, from sender: String, _ seq: Int) throws -> String {
        #"{"event":"message.new","data":{"msgId":"\#(messages)","clientMsgId":"\#(try text("clientMsgId", of: request))","#
            + #""conversationID":"c2c_\#(sender)","sessionType":0,"seq":\#(seq),"from":"\#(sender)"}}"#
    }

    private func deliver(_ text: String, to receiver: Connection, _ mischief: StubGateway.Mischief) {
        if mischief == .losesDelivery { return }
        if mischief == .delaysDelivery {
            withheld = (text, receiver)
            return
        }
        say(text, to: receiver)
        if mischief == .deliversTwice { say(text, to: receiver) }
        if mischief == .babbles { say(#"{"what":1}"#, to: receiver) }
        if let late = withheld, late.receiver === receiver {
            say(late.text, to: late.receiver)
            withheld = nil
        }
    }

    private func reply(_ id: UInt64, _ ok: String, to connection: Connection) {
        say(#"{"id":\#(id),"ok":\#(ok)}"#, to: connection)
    }

    private func say(_ text: String, to connection: Connection) {
        var text = text
        text.withUTF8 { shard.send(.text, UnsafeRawBufferPointer($0), to: connection) }
    }
}
