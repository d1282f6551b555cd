import MartletCore
import Testing

/// An engine with a session, whose gateway and storage answer what a test says.
private struct Rig {
    let engine: Engine
    var moment = Moment(wall: 1_795_000_000_000, elapsed: 0)

    init(keepsPositions: Bool = false) {
        engine = Engine(
            Engine.Options(user: "alice", device: "d1", platform: "pc", keepsPositions: keepsPositions), at: moment,
            chance: { 0.5 })
    }

    mutating func open() {
        give(.connect(call: 1))
        give(.stored(call: 1, .success([[]])))
        give(.token(question: 1, "token"))
        give(.accepted(connection: 1))
        hear(#"{"id":0,"ok":{"session":"s","serverTime":1795000000000,"stream":{"seq":0},"groups":{}}}"#)
        hear(#"{"id":1,"ok":{"conversations":[],"nextSeq":0,"isFinished":true}}"#)
    }

    @discardableResult
    mutating func give(_ input: Input) -> [Output] { engine.handle(input, at: moment) }

    @discardableResult
    mutating func hear(_ text: String) -> [Output] { give(.received(connection: 1, text: text)) }
}

extension [Output] {
    fileprivate var events: [Event] {
        compactMap {
            guard case .event(let event) = $0 else { return nil }
            return event
        }
    }

    fileprivate var hasClosed: Bool {
        contains { if case .close = $0 { true } else { false } }
    }
}

private func message(_ seq: String) -> String {
    #"{"event":"message.new","data":{"conversationID":"c2c_bob","from":"bob","seq":\#(seq),"msgId":"m\#(seq)"}}"#
}

struct EngineTests {
    @Test func `a message is told once, and one that comes late is not`() {
        var rig = Rig()
        rig.open()
        #expect(rig.hear(message("1")).events.map(\.name) == ["message.new"])
        #expect(rig.hear(message("3")).events.count == 1)
        #expect(rig.hear(message("3")).events.isEmpty)
        #expect(rig.hear(message("2")).events.isEmpty)
    }

    @Test(arguments: [
        "", "{", "nul", "\u{0}", String(repeating: "[", count: 10_000), #"{"a":1,"a":2}"#, "[]", "1", "null",
    ])
    func `a text that is no message ends the connection, and the client comes back`(text: String) {
        var rig = Rig()
        rig.open()
        #expect(rig.hear(text).hasClosed)
        #expect(rig.engine.state.name == "waiting")
        #expect(rig.engine.nextDue != nil)
    }

    @Test(arguments: [
        "{}", #"{"id":77,"ok":{}}"#, #"{"id":"x"}"#, #"{"id":0,"ok":5}"#, #"{"event":5}"#,
        #"{"event":"message.new"}"#, #"{"event":"message.new","data":[]}"#,
        #"{"event":"message.new","data":{"conversationID":5,"seq":"x"}}"#,
        #"{"event":"conversation.changed","data":{"conversations":[1,{},{"conversationID":"c"}]}}"#,
        #"{"event":"conversation.deleted","data":{}}"#, #"{"event":"message.changed","data":{"change":-1}}"#,
        #"{"event":"channel.subscriptionChanged","data":{"isSubscribed":true}}"#,
        #"{"event":"session.expiring","data":{"expiresAt":9007199254740992}}"#,
        #"{"event":"server.draining","data":{"reconnectAfterMilliseconds":-5}}"#,
        #"{"event":"friend.changed","data":{},"stream":"user","seq":18446744073709551616}"#,
        #"{"event":"x","stream":"group_","seq":9007199254740992}"#,
        message("9007199254740992"), message("-9007199254740992"), message("18446744073709551616"), message("1.5"),
    ])
    func `a frame that no gateway sends does no harm`(text: String) {
        var rig = Rig()
        rig.open()
        rig.hear(text)
        #expect(rig.engine.state.isOpen)
        let told = rig.hear(
            #"{"event":"message.new","data":{"conversationID":"c2c_carol","from":"carol","seq":1,"msgId":"1"}}"#)
        #expect(told.events.map(\.name) == ["message.new"])
    }

    @Test func `verdicts that are no verdicts do no harm`() {
        for verdict in ["1", "[]", "{}", #"{"verdict":"gap"}"#, #"{"verdict":"recovered","seq":"x","events":[1]}"#] {
            var rig = Rig()
            rig.open()
            rig.give(.closed(connection: 1, code: 1006, reason: ""))
            rig.moment.elapsed += 60_000
            rig.moment.wall += 60_000
            rig.give(.time)
            rig.give(.token(question: 2, "token"))
            rig.give(.accepted(connection: 2))
            let resume = #"{"user":\#(verdict),"groups":{"1":\#(verdict)},"conversations":{"c":\#(verdict)}}"#
            let login = #"{"id":0,"ok":{"resume":\#(resume),"channels":{"c":1},"broadcasts":5}}"#
            rig.give(.received(connection: 2, text: login))
            #expect(rig.engine.state.isOpen)
        }
    }

    @Test func `positions that cannot be read fail the call, and the next one reads them`() {
        var rig = Rig(keepsPositions: true)
        rig.give(.connect(call: 1))
        let error = MartletError(name: "damaged")
        let outputs = rig.give(.stored(call: 1, .failure(error)))
        #expect(outputs.contains { if case .done(1, .failure(error)) = $0 { true } else { false } })
        #expect(rig.engine.state == .stopped)
        rig.give(.connect(call: 2))
        rig.give(.stored(call: 2, .success([[], [], []])))
        #expect(rig.engine.state == .connecting)
    }

    @Test func `a late token is no answer to the next question`() {
        var rig = Rig()
        rig.give(.connect(call: 1))
        rig.give(.stored(call: 1, .success([[]])))
        for _ in 0..<2 {
            rig.moment.elapsed += 40_000
            rig.give(.time)
        }
        #expect(rig.give(.token(question: 1, "late")).isEmpty)
        let outputs = rig.give(.token(question: 2, "in time"))
        #expect(outputs.contains { if case .connect(connection: 1) = $0 { true } else { false } })
    }
}
