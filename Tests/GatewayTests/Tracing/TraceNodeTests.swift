import Client
import JSON
import Testing

/// Traces over several gateways with the same users.
@Suite(.serialized) struct TraceNodeTests {
    @Test func `W-10: a trace goes with its request to the node that leads, and from there to webhooks`() throws {
        let (collector, workspace, backend) = (try Collector(), try Workspace(), try EventReceiver())
        let endpoints = "[\(try backend.setting(types: #"["message.created"]"#, in: workspace))]"
        try withNodes(2, collector.settings.merging(["events.endpoints": endpoints]) { $1 }) { nodes in
            let leader = try nodes.leader()
            let other = try #require(nodes.all.first { $0 !== leader })
            try leader.createAccounts("bob")
            let alice = try other.session("alice")
            let trace = TraceName(state: "congo=t61rcWkgMzE")
            _ = try alice.request("message.send", message(to: "bob"), in: trace).get()
            let spans = try collector.spans(of: trace, with: ["message.send", "store commit", "webhook shop"])
            let request = try #require(spans["message.send"])
            #expect(request.parent == trace.span)
            for name in ["store commit", "webhook shop"] {
                let span = try #require(spans[name])
                #expect(span.parent == request.span && span.state == trace.state, "\(name)")
                #expect(span.node != nil && span.node != request.node, "\(name)")
            }
            #expect(backend.traceparents.last == trace.header(of: spans["webhook shop"]))
        }
        backend.stop()
    }
}
