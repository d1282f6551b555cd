import Locking
import Meters

/// The metrics of a node of a cluster, as it sees itself. All but the histogram are set before each scrape.
package final class ClusterMetrics: Sendable {
    package enum Queue: String, MetricLabel {
        /// Of this node's clients, not answered by the log yet.
        case requests
        /// At the leader, for its next batches.
        case batches
        /// Read from the log, and not applied.
        case records
        /// For other nodes, not in the database yet.
        case links
    }

    private final class Values: Sendable {
        let lagSeconds = Lock(0.0)
        let forwarded = Lock(0)
    }

    package let leads: Gauge
    package let led: Gauge
    package let epoch: Gauge
    package let position: Gauge
    package let lagRecords: Gauge
    package let nodes: Gauge
    package let waiting: GaugeFamily<Queue>
    /// The queue that appends writes it.
    package let appends: Histogram
    private let values = Values()
    let table: MetricTable
    let measured: [MeasuredMetric]

    init() {
        var metric = MetricTable()
        leads = metric.gauge("martlet_cluster_leads", "1 if this node leads.")
        led = metric.gauge(
            "martlet_cluster_led", "1 if this node leads or has a link to the leader; else nothing can be changed here."
        )
        epoch = metric.gauge("martlet_cluster_epoch", "The number of the leader's turn; it rises with each new leader.")
        position = metric.gauge("martlet_cluster_position", "The last record of the log that this node has applied.")
        lagRecords = metric.gauge(
            "martlet_cluster_lag_records", "Records that this node has heard of and not applied yet.")
        nodes = metric.gauge("martlet_cluster_nodes", "The nodes that have not been taken as gone.")
        waiting = metric.gauges(
            "martlet_cluster_waiting", by: "queue",
            "Requests of this node's clients, requests for the leader's next batches, records to apply, and messages to "
                + "other nodes that wait.")
        appends = metric.histogram(
            "martlet_cluster_append_seconds", Buckets(from: 8, through: 23),
            "How long this node's appends to the log took, those that failed included.")
        table = metric
        measured = [
            MeasuredMetric(
                "martlet_cluster_lag_seconds", .gauge,
                "For how long this node has known of records that it has not applied."
            ) { [values] in values.lagSeconds.withLock { $0 } },
            MeasuredMetric(
                "martlet_cluster_forwarded_total", .counter,
                "Requests, logins and facts about sessions that this node has handed on for the leader."
            ) { [values] in Double(values.forwarded.withLock { $0 }) },
        ]
    }

    package func measure(lagSeconds: Double, forwarded: Int) {
        values.lagSeconds.withLock { $0 = lagSeconds }
        values.forwarded.withLock { $0 = forwarded }
    }
}
