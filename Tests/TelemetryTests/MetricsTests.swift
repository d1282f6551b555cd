import Bytes
import Meters
import Testing

@testable import Telemetry

struct MetricsTests {
    private let metrics = Metrics(
        shards: 2, operations: ["session.open"], closeCodes: [1000, 1001],
        log: Log(format: .text, level: .info, queueLines: 16))

    private var exposition: [String] {
        var buffer = ByteBuffer()
        metrics.write(to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a scrape adds up what the shards counted`() {
        metrics.shards[0].bytesSent.add(40)
        metrics.shards[1].bytesSent.add(2)
        #expect(exposition.contains("martlet_sent_bytes_total 42"))
    }
}
