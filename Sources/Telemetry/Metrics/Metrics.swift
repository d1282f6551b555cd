import Bytes
import Meters

/// All numbers of this process: one set for each shard, written without locks, and one for the process.
package final class Metrics: Sendable {
    /// One for each shard, in the order of the shards.
    package let shards: [ShardMetrics]
    package let process: ProcessMetrics
    /// Nil: the gateway runs alone, and its page says nothing of a cluster.
    package let cluster: ClusterMetrics?

    /// `operations` and `closeCodes` are the values of labels; anything else is counted as `other`. `isNode`: of a cluster.
    package init(shards: Int, operations: [String], closeCodes: [UInt16], isNode: Bool, log: Log) {
        precondition(shards > 0, "metrics of \(shards) shards")
        _ = Process.startSeconds
        self.shards = (0..<shards).map { _ in ShardMetrics(operations: operations, closeCodes: closeCodes) }
        process = ProcessMetrics(log: log)
        cluster = isNode ? ClusterMetrics() : nil
    }

    /// The media type of `write`'s text.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Appends all metrics as Prometheus reads them.
    package func write(to buffer: inout ByteBuffer) {
        for (place, metric) in shards[0].table.metrics.enumerated() {
            Exposition.write(metric, of: shards.map { $0.table.metrics[place] }, to: &buffer)
        }
        let ofProcess = process.table.metrics + (cluster?.table.metrics ?? [])
        for metric in ofProcess { Exposition.write(metric, of: [metric], to: &buffer) }
        for metric in process.measured + (cluster?.measured ?? []) {
            guard let value = metric.measure() else { continue }
            Exposition.writeHead(metric.name, metric.kind, metric.help, to: &buffer)
            Exposition.writeSample(metric.name, [], Exposition.number(value), to: &buffer)
        }
        AllocatorMetric.write(to: &buffer)
        Exposition.writeHead(Build.metric, .gauge, Build.help, to: &buffer)
        let version = MetricLabelValue(name: "version", value: Build.version)
        Exposition.writeSample(Build.metric, [version], "1", to: &buffer)
    }
}
