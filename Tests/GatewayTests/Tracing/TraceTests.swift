import Client
import Framing
import JSON
import Security
import TestSupport
import Testing

/// The traces that requests name, from the door to those whom the gateway asks and tells.
struct TraceTests {
    /// A gateway that asks a hook about messages, tells a backend of events, and pushes to a webhook.
    private func withOthers(
        _ settings: [String: String] = [:], door: RequestDoor = .usual,
        _ body: (GatewayProcess, HookServer, EventReceiver, Pushes) throws -> Void
    ) throws {
        let (hook, workspace, backend) = (try HookServer { _ in .allow }, try Workspace(), try EventReceiver())
        var all = hook.settings("message.send")
        all["events.endpoints"] = "[\(try backend.setting(types: #"["message.created"]"#, in: workspace))]"
        try withPushes(all.merging(settings) { $1 }, door: door) { gateway, pushes in
            try body(gateway, hook, backend, pushes)
        }
        #expect(backend.problems.isEmpty)
        backend.stop()
    }

    /// Sends a message to a user who is away, and returns the headers of that trace that others got: of the hook's question, of
    /// the webhook, and of the push.
    private func headers(
        of trace: TraceName, _ gateway: GatewayProcess, _ hook: HookServer, _ backend: EventReceiver, _ pushes: Pushes
    ) throws -> [String: [String?]] {
        try pushes.away("bob")
        let alice = try gateway.online("alice")
        let sent = try Sent(alice.request("message.send", message(to: "bob"), in: trace).get())
        #expect(try pushes.explanation(of: sent.msgID, for: "bob").isPushed == true)
        try backend.wait(for: 1) { $0.data.contains(sent.msgID) }
        let push = try #require(try pushes.requests(sent.msgID, to: "bob").first)
        #expect(push.problem == nil)
        let ask = try #require(hook.asks.first)
        return [
            "hook": [ask.headers["traceparent"], ask.headers["tracestate"]], "webhook": [backend.traceparents.last],
            "push": [push.headers["traceparent"], push.headers["tracestate"]],
        ]
    }

    @Test(arguments: RequestDoor.allCases)
    func `W-01, W-04: the ids of a trace join over door, hook, webhook and push`(_ door: RequestDoor) throws {
        let collector = try Collector()
        try withOthers(collector.settings, door: door) { gateway, hook, backend, pushes in
            let trace = TraceName(state: "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7")
            let headers = try headers(of: trace, gateway, hook, backend, pushes)
            let names: Set = [
                "message.send", "store wait", "store commit", "hook message.send", "webhook shop", "push webhook",
            ]
            let spans = try collector.spans(of: trace, with: names)
            #expect(Set(spans.keys) == names)
            #expect(headers["hook"] == [trace.header(of: spans["hook message.send"]), trace.state])
            #expect(headers["webhook"] == [trace.header(of: spans["webhook shop"])])
            #expect(headers["push"] == [trace.header(of: spans["push webhook"]), trace.state])
            let request = try #require(spans["message.send"])
            #expect(request.parent == trace.span && request.kind == 2 && request.service == "martlet")
            #expect(
                request.attributes == [
                    "martlet.door": door == .http ? "http" : "websocket", "martlet.result": "ok",
                ])
            for (name, span) in spans where name != "message.send" { #expect(span.parent == request.span, "\(name)") }
            for span in spans.values {
                #expect(span.state == trace.state && span.failure == nil)
                #expect(span.began <= span.ended && abs(span.ended / 1_000_000 - wallMilliseconds()) < 60_000)
            }
            #expect(spans["hook message.send"]?.attributes["martlet.decision"] == "allow")
            #expect(spans["webhook shop"]?.attributes["http.response.status_code"] == "200")
            let whole = request.began...request.ended
            for name in ["hook message.send", "store wait"] {
                let span = try #require(spans[name])
                #expect(whole.contains(span.began) && whole.contains(span.ended), "\(name)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `W-03: where nothing is recorded, others get the trace as it came`(hasCollector: Bool) throws {
        let collector = try Collector()
        try withOthers(hasCollector ? collector.settings : [:]) { gateway, hook, backend, pushes in
            let trace = TraceName(isSampled: !hasCollector, state: "congo=t61rcWkgMzE")
            let headers = try headers(of: trace, gateway, hook, backend, pushes)
            #expect(headers["hook"] == [trace.parent, trace.state])
            #expect(headers["webhook"] == [trace.parent])
            #expect(headers["push"] == [trace.parent, trace.state])
            pause(.milliseconds(1_500))
            #expect(try collector.spans().isEmpty)
        }
    }

    @Test func `W-02: a request with a trace that cannot be read is carried out as if it named none`() throws {
        let collector = try Collector()
        let hook = try HookServer { _ in .allow }
        try withChat(collector.settings.merging(hook.settings("message.send")) { $1 }) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            let good = TraceName()
            let all = [
                good.parent.uppercased(), good.parent + "0", String(good.parent.dropLast()), "", "trace",
                good.parent.replacing(good.id, with: String(repeating: "0", count: 32)),
            ]
            for traceparent in all {
                let reply = try alice.request(
                    "message.send", message(to: "bob"), traceparent: traceparent, tracestate: "a=1")
                #expect(reply.error == nil, "\(traceparent)")
            }
            #expect(hook.asks.count == all.count)
            #expect(hook.asks.allSatisfy { $0.headers["traceparent"] == nil && $0.headers["tracestate"] == nil })
            // A state that cannot be read leaves the trace as it is.
            _ = try alice.request(
                "message.send", message(to: "bob"), in: TraceName(isSampled: false, state: "no state")
            ).get()
            let ask = try #require(hook.asks.last)
            #expect(ask.headers["traceparent"] != nil && ask.headers["tracestate"] == nil)
        }
    }

    @Test func `W-02: over a WebSocket what is no object is no trace, nor are two headers over HTTP`() throws {
        let hook = try HookServer { _ in .allow }
        try withChat(hook.settings("message.send"), door: .webSocket) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            for trace in ["null", "{}", #"{"traceparent": 5}"#, #"{"tracestate": "a=1"}"#, "\"00-\"", "[1]"] {
                #expect(try alice.request("message.send", message(to: "bob"), trace: trace).error == nil, "\(trace)")
            }
            let header = HTTPHeader("traceparent", TraceName().parent)
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            _ = try api.exchange("message.send", message(to: "bob"), headers: [header, header]).reply.get()
            #expect(hook.asks.count == 7 && hook.asks.allSatisfy { $0.headers["traceparent"] == nil })
        }
    }

    @Test func `W-09: the calls of a batch belong to the trace of its request`() throws {
        let collector = try Collector()
        try withChat(collector.settings) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let trace = TraceName()
            let calls = #"{"calls": [{"op": "session.list"}, {"op": "conversation.totalUnread"}, {"op": "no.such"}]}"#
            _ = try api.exchange("batch", calls, headers: [HTTPHeader("traceparent", trace.parent)]).reply.get()
            let spans = try collector.spans(of: trace, with: ["session.list", "conversation.totalUnread"])
            for name in ["session.list", "conversation.totalUnread"] {
                #expect(spans[name]?.parent == trace.span, "\(name)")
            }
        }
    }

    @Test func `a webhook with events of several traces is a part of the first, and linked to the others`() throws {
        let collector = try Collector()
        try withBackend(collector.settings) { gateway, backend in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            // Until the first has been answered, the others wait and then go together.
            backend.answer(.slow(milliseconds: 1_000))
            let traces = (0..<3).map { _ in TraceName() }
            for trace in traces { _ = try alice.request("message.send", message(to: "bob"), in: trace).get() }
            try backend.wait(for: 3) { $0.type == "message.created" }
            let deliveries = try until("spans of all deliveries") {
                let spans = try collector.spans().filter { $0.name == "webhook shop" }
                let own = Set(spans.map(\.trace)).union(spans.flatMap(\.links).map { String($0.prefix(32)) })
                return own == Set(traces.map(\.id)) ? spans : nil
            }
            #expect(deliveries.count < 3 && !deliveries.flatMap(\.links).isEmpty)
            let requests = Dictionary(
                uniqueKeysWithValues: try collector.spans().filter { $0.name == "message.send" }.map {
                    ($0.trace, $0.span)
                })
            for link in deliveries.flatMap(\.links) {
                #expect(requests[String(link.prefix(32))] == String(link.suffix(16)))
            }
        }
    }
}
