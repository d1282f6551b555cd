import Client
import Framing
import Glibc
import JSON
import Testing

/// Which requests are recorded, and how their spans come to a collector.
struct TraceExportTests {
    @Test(arguments: RequestDoor.allCases)
    func `W-04: a span says how its request ended, and nothing of users or texts`(_ door: RequestDoor) throws {
        let collector = try Collector()
        try withChat(collector.settings.merging(["tracing.serviceName": #""chat""#]) { $1 }, door: door) { gateway in
            try gateway.createAccounts("bobby")
            let alice = try gateway.online("alice-of-the-trace")
            let trace = TraceName()
            _ = try alice.request("message.send", message("a secret word", to: "bobby", id: "unheard-of"), in: trace)
                .get()
            _ = try alice.request("message.history", #"{"conversationID": "c2c_bobby", "limit": 5}"#, in: trace).get()
            #expect(try alice.request("message.send", message(to: "nobody"), in: trace).error != nil)
            #expect(try alice.request("message.send", "{}", in: trace).error != nil)
            #expect(try alice.request("admin.ping", in: trace).error != nil)
            let names: Set = [
                "message.send", "store wait", "store commit", "message.history", "store read", "admin.ping",
            ]
            _ = try collector.spans(of: trace, with: names)
            let ends = try until("all five requests") {
                let spans = try collector.spans().filter { $0.kind == 2 && $0.trace == trace.id }
                return spans.count == 5 ? spans : nil
            }
            #expect(ends.map { $0.attributes["martlet.result"] } == ["ok", "ok", "refused", "refused", "refused"])
            #expect(ends.map { $0.attributes["martlet.error"] }.prefix(2) == [nil, nil])
            #expect(ends.dropFirst(2).allSatisfy { $0.attributes["martlet.error"]?.contains(" ") == true })
            #expect(ends.allSatisfy { $0.service == "chat" && $0.failure == nil && $0.parent == trace.span })
            for text in ["alice", "bobby", "secret", "unheard-of", "nobody"] {
                #expect(collector.requests.allSatisfy { !$0.body.contains(text) }, "\(text)")
            }
            #expect(try gateway.metric(#"martlet_spans_total{result="exported"}"#) > 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `W-05: of requests that name no trace the configured share begins one`(_ door: RequestDoor) throws {
        let collector = try Collector()
        try withChat(collector.settings.merging(["tracing.sampleRatio": "0.5"]) { $1 }, door: door) { gateway in
            let alice = try gateway.online("alice")
            for _ in 0..<400 { _ = try alice.request("conversation.totalUnread").get() }
            // Its caller has decided.
            let unsampled = TraceName(isSampled: false)
            _ = try alice.request("profile.getSelf", in: unsampled).get()
            let last = TraceName()
            _ = try alice.request("profile.getSelf", in: last).get()
            _ = try collector.spans(of: last, with: ["profile.getSelf"])
            let spans = try collector.spans()
            let begun = spans.filter { $0.name == "conversation.totalUnread" }
            #expect((120...280).contains(begun.count), "\(begun.count) of 400")
            #expect(begun.allSatisfy { $0.parent == nil && $0.kind == 2 })
            #expect(Set(begun.map(\.trace)).count == begun.count && Set(spans.map(\.span)).count == spans.count)
            #expect(!spans.contains { $0.trace == unsampled.id })
        }
    }

    @Test func `W-05: with a share of 1 each request begins a trace, and its hook and reply belong to it`() throws {
        let collector = try Collector()
        let hook = try HookServer { _ in .refuse(7, "no") }
        let settings = collector.settings.merging(hook.settings("message.send")) { $1 }
        try withChat(settings.merging(["tracing.sampleRatio": "1"]) { $1 }) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            #expect(try alice.request("message.send", message(to: "bob")).error != nil)
            let header = try #require(hook.asks.first?.headers["traceparent"])
            let span = try until("the span of the hook") {
                try collector.spans().first { $0.name == "hook message.send" }
            }
            #expect(header == "00-\(span.trace)-\(span.span)-01")
            #expect(span.attributes["martlet.decision"] == "refuse")
            let request = try until("the span of the request") {
                try collector.spans().first { $0.span == span.parent }
            }
            #expect(request.name == "message.send" && request.attributes["martlet.error"] == "app 7")
            #expect(try collector.spans().contains { $0.name == "session.open" } || gateway.door == .http)
        }
    }

    enum Fault: CaseIterable {
        case hanging, down, failing
    }

    @Test(arguments: Fault.allCases)
    func `W-06: a collector that does not answer keeps nobody waiting; spans are dropped and counted`(
        _ fault: Fault
    ) throws {
        let collector = try Collector(fault == .failing ? .status(503) : .hang)
        if fault == .down { collector.stop() }
        let more = ["tracing.pendingSpans": "16", "tracing.timeoutMilliseconds": "1000"]
        try withChat(collector.settings.merging(more) { $1 }) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            let trace = TraceName()
            var longest = 0
            for number in 0..<300 {
                let began = wallMilliseconds()
                _ = try alice.request("message.send", message("\(number)", to: "bob"), in: trace).get()
                longest = max(longest, wallMilliseconds() - began)
            }
            #expect(longest < 900, "a reply took \(longest) ms")
            #expect(try gateway.metric(#"martlet_spans_total{result="dropped"}"#) >= 100)
            #expect(try gateway.metric(#"martlet_spans_total{result="exported"}"#) == 0)
            try gateway.waitForLog("spans are not taken")
            // A drain waits for sessions; this is about spans.
            _ = try alice.request("session.close").get()
            _ = try alice.closeCode()
            let began = wallMilliseconds()
            try gateway.stop()
            #expect(wallMilliseconds() - began < 5_000)
        }
    }

    @Test(.alone("Each node exports its own spans."))
    func `W-06: spans that could not be taken go again, and those after them`() throws {
        let collector = try Collector(.status(503))
        try withChat(collector.settings) { gateway in
            let alice = try gateway.online("alice")
            let trace = TraceName()
            _ = try alice.request("conversation.totalUnread", in: trace).get()
            try until("a first attempt") { !collector.requests.isEmpty }
            try gateway.waitForLog("spans are not taken")
            collector.answer(.text("{}"))
            try gateway.waitForLog("spans are taken again")
            #expect(collector.requests.count == 2 && collector.requests[0].body == collector.requests[1].body)
            #expect(try gateway.metric(#"martlet_spans_total{result="failed"}"#) == 0)
            collector.answer(.status(400))
            _ = try alice.request("profile.getSelf", in: trace).get()
            try until("the spans are given up") { try gateway.metric(#"martlet_spans_total{result="failed"}"#) > 0 }
            let requests = collector.requests.count
            collector.answer(.text(#"{"partialSuccess": {"rejectedSpans": "1", "errorMessage": "one too many"}}"#))
            let before = try gateway.metric(#"martlet_spans_total{result="failed"}"#)
            _ = try alice.request("profile.getSelf", in: trace).get()
            try until("one is rejected") { try gateway.metric(#"martlet_spans_total{result="failed"}"#) == before + 1 }
            #expect(collector.requests.count == requests + 1)
        }
    }

    @Test func `W-06: what is recorded last is exported before the gateway has ended`() throws {
        let collector = try Collector()
        let trace = TraceName()
        try withChat(collector.settings) { gateway in
            let alice = try gateway.online("alice")
            _ = try alice.request("conversation.totalUnread", in: trace).get()
            try gateway.stop()
            #expect(try collector.spans().contains { $0.trace == trace.id })
        }
    }

    @Test func `W-07: the collector gets the headers of the file, which SIGHUP reads again`() throws {
        let (collector, workspace) = (try Collector(), try Workspace())
        let file = try workspace.write("collector.headers", "Authorization: Bearer first\nX-Tenant: birds\n")
        let settings = collector.settings.merging(["tracing.headersFile": "\"\(file)\""]) { $1 }
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            func export() throws -> HookServer.Ask {
                let trace = TraceName()
                _ = try alice.request("conversation.totalUnread", in: trace).get()
                _ = try collector.spans(of: trace, with: ["conversation.totalUnread"])
                return try #require(collector.requests.last)
            }
            let first = try export()
            #expect(first.headers["authorization"] == "Bearer first" && first.headers["x-tenant"] == "birds")
            #expect(first.headers["content-type"] == "application/json")
            try workspace.write("collector.headers", "no header at all")
            gateway.process.signal(SIGHUP)
            try gateway.waitForLog("the collector's headers not reloaded")
            #expect(try export().headers["authorization"] == "Bearer first")
            try workspace.write("collector.headers", "Authorization: Bearer second")
            gateway.process.signal(SIGHUP)
            try until("the new headers") { try export().headers["authorization"] == "Bearer second" }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `W-08: where users may name no traces, those of admin keys are taken`(_ door: RequestDoor) throws {
        let collector = try Collector()
        try withChat(collector.settings.merging(["tracing.users": "false"]) { $1 }, door: door) { gateway in
            let (users, backends) = (TraceName(), TraceName())
            _ = try gateway.online("alice").request("conversation.totalUnread", in: users).get()
            _ = try gateway.admin().request("admin.ping", in: backends).get()
            _ = try collector.spans(of: backends, with: ["admin.ping"])
            #expect(try !collector.spans().contains { $0.trace == users.id })
        }
    }
}
