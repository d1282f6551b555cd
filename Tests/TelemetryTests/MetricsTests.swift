import Bytes
import Dispatch
import TestSupport
import Testing

@testable import Meters
@testable import Telemetry

struct MetricsTests {
    private let metrics = Metrics(
        shards: 2, operations: ["session.open", "admin.ping"], closeCodes: [1000, 4100], isNode: false,
        log: Telemetry.Log(format: .text, level: .info, queueLines: 16))

    private var exposition: [String] {
        var buffer = ByteBuffer()
        metrics.write(to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a scrape adds up what the shards counted`() {
        metrics.shards[0].bytesSent.add(40)
        metrics.shards[1].bytesSent.add(2)
        metrics.shards[0].sessionsOpen.add(5)
        metrics.shards[1].sessionsOpen.add(-1)
        #expect(exposition.contains("martlet_sent_bytes_total 42"))
        #expect(exposition.contains("martlet_sessions_open 4"))
    }

    @Test func `each metric has its help and its type before its samples`() {
        metrics.shards[0].connectionsRefused[.total].add(3)
        metrics.shards[1].kicks[.sameDevice].add()
        let lines = exposition
        let first = lines.firstIndex(of: "# TYPE martlet_connections_refused_total counter")!
        #expect(
            lines[first - 1]
                == "# HELP martlet_connections_refused_total Connections that were closed as soon as they came.")
        #expect(lines[first + 1] == #"martlet_connections_refused_total{reason="total"} 3"#)
        #expect(lines[first + 2] == #"martlet_connections_refused_total{reason="pending_per_address"} 0"#)
        #expect(lines.contains(#"martlet_kicks_total{reason="same_device"} 1"#))
        #expect(lines.contains(#"martlet_build_info{version="\#(Build.version)"} 1"#))
    }

    @Test func `unknown codes and operations are counted as others`() {
        metrics.shards[0].closes[1000].add()
        metrics.shards[0].closes[4999].add(2)
        metrics.shards[0].requests.record(operation: 1, .throttled, nanoseconds: 1)
        metrics.shards[0].requests.record(operation: nil, .refused, nanoseconds: 1)
        let lines = exposition
        #expect(lines.contains(#"martlet_websocket_closes_total{code="1000"} 1"#))
        #expect(lines.contains(#"martlet_websocket_closes_total{code="other"} 2"#))
        #expect(lines.contains(#"martlet_requests_total{operation="admin.ping",result="throttled"} 1"#))
        #expect(lines.contains(#"martlet_requests_total{operation="other",result="refused"} 1"#))
    }

    @Test func `an operation is shown from its first request on`() {
        #expect(!exposition.contains { $0.contains(#"operation="session.open""#) })
        #expect(exposition.contains(#"martlet_requests_total{operation="other",result="ok"} 0"#))
        #expect(exposition.contains(#"martlet_request_seconds_count{operation="other"} 0"#))
        metrics.shards[1].requests.record(operation: 0, .failed, nanoseconds: 1)
        let lines = exposition.filter { $0.contains(#"operation="session.open""#) }
        #expect(lines.contains(#"martlet_requests_total{operation="session.open",result="ok"} 0"#))
        #expect(lines.contains(#"martlet_requests_total{operation="session.open",result="failed"} 1"#))
        #expect(lines.contains(#"martlet_request_seconds_count{operation="session.open"} 1"#))
        #expect(!exposition.contains { $0.contains(#"operation="admin.ping""#) })
    }

    @Test func `without operations all requests are counted together`() {
        let metrics = ShardMetrics(operations: [], closeCodes: [])
        let requests = metrics.requests
        for operation in [0, 1, 150, nil] { requests.record(operation: operation, .ok, nanoseconds: 1) }
        #expect(requests.answered.map(\.value) == [4, 0, 0, 0])
        #expect(requests.durations.map(\.count) == [4])
        withExtendedLifetime(metrics) {}
    }

    @Test func `a histogram's buckets add up, to infinity, the count and the sum`() {
        let turns = metrics.shards[0].turns
        for microseconds in [1, 4, 5, 2_000_000] { turns.observe(nanoseconds: microseconds * 1000) }
        metrics.shards[1].turns.observe(nanoseconds: 8001)
        let samples = exposition.filter { $0.hasPrefix("martlet_shard_turn_seconds") }
        #expect(
            samples.prefix(4) == [
                #"martlet_shard_turn_seconds_bucket{le="4e-06"} 2"#,
                #"martlet_shard_turn_seconds_bucket{le="8e-06"} 3"#,
                #"martlet_shard_turn_seconds_bucket{le="1.6e-05"} 4"#,
                #"martlet_shard_turn_seconds_bucket{le="3.2e-05"} 4"#,
            ])
        #expect(
            samples.suffix(4) == [
                #"martlet_shard_turn_seconds_bucket{le="1.048576"} 4"#,
                #"martlet_shard_turn_seconds_bucket{le="+Inf"} 5"#,
                "martlet_shard_turn_seconds_sum 2.000018001",
                "martlet_shard_turn_seconds_count 5",
            ])
    }

    @Test func `a duration falls into the first bucket whose bound is not less`() {
        let buckets = Buckets(from: 2, through: 8)
        let bounds = buckets.boundsInSeconds
        var random = SeededRandom()
        let exact = (0...9).flatMap { exponent in [-1, 0, 1].map { (1000 << exponent) + $0 } }
        for nanoseconds in exact + (0..<1000).map({ _ in Int.random(in: 0...600_000, using: &random) }) {
            let expected = bounds.firstIndex { Double(nanoseconds) / 1_000_000_000 <= $0 } ?? bounds.count
            #expect(buckets.index(nanoseconds: nanoseconds) == expected, "\(nanoseconds) ns, \(random)")
        }
        #expect(buckets.index(nanoseconds: -5) == 0, "a clock that ran backwards")
    }

    @Test func `counters lose nothing while they are read`() async {
        let perShard = 200_000
        let metrics = metrics
        await withTaskGroup { group in
            for shard in metrics.shards {
                group.addTask {
                    for _ in 0..<perShard {
                        shard.messagesSent.add()
                        shard.turns.observe(nanoseconds: 1000)
                    }
                }
            }
            group.addTask {
                for _ in 0..<200 { _ = metrics.shards.map(\.messagesSent.value) }
            }
        }
        #expect(exposition.contains("martlet_messages_sent_total \(2 * perShard)"))
        #expect(exposition.contains("martlet_shard_turn_seconds_count \(2 * perShard)"))
    }

    @Test func `the cells of two shards share no cache line`() {
        let addresses = metrics.shards.map { shard in
            withUnsafeBytes(of: shard.connectionsOpen) { $0.load(as: UInt.self) }
        }
        #expect(addresses.allSatisfy { $0 % 128 == 0 })
    }

    @Test(arguments: [
        ("plain", "plain", "plain"),
        ("a\\b", "a\\\\b", "a\\\\b"),
        ("line\nbreak", "line\\nbreak", "line\\nbreak"),
        ("say \"it\"", "say \"it\"", "say \\\"it\\\""),
    ])
    func `help and labels are escaped, quotes only in labels`(text: String, help: String, label: String) {
        #expect(Exposition.escaped(text, quotes: false) == help)
        #expect(Exposition.escaped(text, quotes: true) == label)
    }

    @Test func `the process measures itself`() throws {
        let lines = exposition
        func value(_ name: String) throws -> Double {
            let line = try #require(lines.first { $0.hasPrefix("\(name) ") }, "\(name) is missing")
            return try #require(Double(line.dropFirst(name.count + 1)))
        }
        #expect(try value("process_resident_memory_bytes") > 1_000_000)
        #expect(try value("process_open_fds") >= 3)
        #expect(try value("process_open_fds") <= value("process_max_fds"))
        #expect(try value("process_cpu_seconds_total") > 0)
        #expect(try value("process_start_time_seconds") > 1_700_000_000)
        #expect(try value("martlet_log_lines_dropped_total") == 0)
    }

    @Test func `docs/metrics.md is up to date`() throws {
        #expect(
            try repositoryFile("docs/metrics.md") == Metrics.reference,
            "run `martlet config doc metrics > docs/metrics.md`")
    }
}
