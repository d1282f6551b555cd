import Domain
import Meters

/// The metrics of the process as a whole. Only the control plane's owner writes the gauges; the rest is measured at a scrape.
package final class ProcessMetrics: Sendable {
    /// 1 from the beginning of the drain.
    package let draining: Gauge
    package let drainSessionsLeft: Gauge
    /// Set before each scrape from the node's budgets, which all shards share.
    package let outboxBytes: Gauge
    package let inputBytes: Gauge
    /// The store's own queue writes these two.
    package let storeOperations: Counter
    package let storeBatches: Histogram
    package let storeDamagedRows: Counter
    package let scheduledMessagesRefused: Counter
    package let callsEnded: CounterFamily<PhoneCall.Outcome>
    /// Written under the lock of the audit log's buffer.
    package let auditUnrecorded: Counter
    /// Set before each scrape.
    package let storePendingWrites: Gauge
    package let storePendingReads: Gauge
    /// The push dispatcher's own queue writes these.
    package let pushesMade: Counter
    package let pushesSuppressed: CounterFamily<PushObstacle>
    package let pushesAnswered: CodeCounterFamily<PushProvider>
    package let pushesWaiting: GaugeFamily<PushProvider>
    package let pushReceipts: CounterFamily<PushReceipt.Event>
    package let pushDelay: Histogram
    /// The event dispatcher's own queue writes these.
    package let eventsDelivered: Counter
    package let eventRequests: CounterFamily<EventRequestResult>
    package let eventSubjectsParked: Gauge
    package let eventDelay: Gauge
    package let eventEndpointsFailing: Gauge
    /// One queue at a time writes these.
    package let issuerFetches: CounterFamily<IssuerFetchResult>
    package let issuersFailing: Gauge
    /// The queue of certificates writes these two.
    package let certificateAttempts: CounterFamily<CertificateAttemptResult>
    package let certificateFailing: Gauge
    /// Set before each scrape.
    package let certificateEnds: Gauge
    /// One queue at a time writes these.
    package let hookDecisions: CounterFamily<HookResult>
    package let hookTime: Histogram
    package let hookAsksOpen: Gauge
    package let hooksPaused: Gauge
    /// Dropped ones are counted under the lock of those that wait, the others by the exporter's own queue.
    package let spans: CounterFamily<SpanResult>
    /// Written under the lock of the searches that wait.
    package let searchTime: Histogram
    /// The queue of the search's index writes these.
    package let searchBehind: Gauge
    package let searchIndexed: Counter
    package let searchDaysRebuilt: Counter
    package let searchFilesLost: Counter
    /// Written under their own lock.
    package let mediaFaults: CounterFamily<MediaFault>
    /// Set before each scrape.
    package let mediaUploadsOpen: Gauge
    package let mediaErrandsWaiting: Gauge
    package let mediaBufferBytes: Gauge
    let table: MetricTable
    let measured: [MeasuredMetric]

    init(log: Log) {
        var metric = MetricTable()
        draining = metric.gauge("martlet_draining", "1 from SIGTERM to the end of the process.")
        drainSessionsLeft = metric.gauge("martlet_drain_sessions_left", "Sessions that the drain has not closed yet.")
        outboxBytes = metric.gauge("martlet_outbox_bytes", "Bytes that wait for slow clients.")
        inputBytes = metric.gauge(
            "martlet_input_bytes", "Bytes of requests and messages that are unfinished or wait.")
        storeOperations = metric.counter(
            "martlet_store_operations_total", "Requests carried out in the store's batches.")
        storeBatches = metric.histogram(
            "martlet_store_batch_seconds", Buckets(from: 6, through: 24),
            "How long a batch took, from its first request until it was on the disk.")
        storeDamagedRows = metric.counter(
            "martlet_store_damaged_rows_total", "Jobs of the store that met a row which is not as it was written.")
        scheduledMessagesRefused = metric.counter(
            "martlet_scheduled_messages_refused_total",
            "Messages of `admin.message.send` with `at` that could not be sent when they were due.")
        callsEnded = metric.counters(
            "martlet_calls_ended_total", by: "outcome", "Calls that have ended, by how.")
        auditUnrecorded = metric.counter(
            "martlet_audit_unrecorded_total",
            "Logins and other events without an entry of their own in the audit log: too many came in a second, or the "
                + "store could not be written to.")
        storePendingWrites = metric.gauge("martlet_store_pending_writes", "Requests that wait for the store's writer.")
        storePendingReads = metric.gauge("martlet_store_pending_reads", "Requests that wait for a reader of the store.")
        pushesMade = metric.counter("martlet_pushes_total", "Decided pushes, one for each device.")
        pushesSuppressed = metric.counters(
            "martlet_pushes_suppressed_total", by: "reason",
            "Receivers of messages who have a device for pushes but got none, by reason.")
        pushesAnswered = metric.counters(
            "martlet_push_answers_total", by: "provider", and: "status",
            codes: [0, 200, 201, 400, 401, 403, 404, 410, 413, 429, 500, 502, 503],
            "Providers' answers, including those to repeated requests; 0: no answer.")
        pushesWaiting = metric.gauges(
            "martlet_pushes_waiting", by: "provider", "Pushes that no provider has accepted or refused yet.")
        pushReceipts = metric.counters(
            "martlet_push_receipts_total", by: "event", "What devices and providers have told of pushes, each once.")
        pushDelay = metric.histogram(
            "martlet_push_seconds", Buckets(from: 10, through: 32),
            "The time from a message until its push was accepted.")
        eventsDelivered = metric.counter("martlet_events_delivered_total", "Events that endpoints have accepted.")
        eventRequests = metric.counters(
            "martlet_event_requests_total", by: "result",
            "Requests with events, by what the endpoint made of them; `failed`: not those events are to blame.")
        eventSubjectsParked = metric.gauge(
            "martlet_event_subjects_parked", "Subjects of which an endpoint does not take an event.")
        eventDelay = metric.gauge(
            "martlet_event_delay_seconds", "The age of the oldest event that an endpoint has not accepted.")
        eventEndpointsFailing = metric.gauge(
            "martlet_event_endpoints_failing", "Endpoints that take no events at present.")
        issuerFetches = metric.counters(
            "martlet_issuer_fetches_total", by: "result", "Attempts to fetch the keys that issuers publish, by result.")
        issuersFailing = metric.gauge(
            "martlet_issuers_failing",
            "Issuers whose keys could not be fetched the last time; former keys stay in force.")
        certificateAttempts = metric.counters(
            "martlet_acme_attempts_total", by: "result", "Attempts to get the certificate of `tls.acme`, by result.")
        certificateFailing = metric.gauge(
            "martlet_acme_failing", "1 if the last attempt to get the certificate of `tls.acme` failed.")
        certificateEnds = metric.gauge(
            "martlet_certificate_ends_seconds",
            "The end of the certificate in force that ends first, in seconds since 1970; 0: there is none.")
        hookDecisions = metric.counters(
            "martlet_hook_decisions_total", by: "decision", "Decisions of hooks about requests; failed: there was none."
        )
        hookTime = metric.histogram(
            "martlet_hook_seconds", Buckets(from: 8, through: 22), "How long hooks took to answer, or not to.")
        hookAsksOpen = metric.gauge("martlet_hook_asks_open", "Requests that wait for a hook's answer.")
        hooksPaused = metric.gauge(
            "martlet_hooks_paused", "Hooks that have failed again and again, and are left alone for a while.")
        spans = metric.counters(
            "martlet_spans_total", by: "result",
            "Recorded spans, by what has become of them; `dropped`: too many waited for the collector; `failed`: it did not "
                + "take them.")
        searchTime = metric.histogram(
            "martlet_search_seconds", Buckets(from: 6, through: 24),
            "How long a search took, from when its turn came.")
        searchBehind = metric.gauge(
            "martlet_search_messages_behind", "Messages that are not in the index of the search yet; 100000: or more.")
        searchIndexed = metric.counter("martlet_search_indexed_total", "Messages that were put into the index.")
        searchDaysRebuilt = metric.counter(
            "martlet_search_rebuilds_total", "Days of the index that were built again after recalls and edits.")
        searchFilesLost = metric.counter(
            "martlet_search_files_lost_total", "How often the index was damaged and built anew.")
        mediaFaults = metric.counters(
            "martlet_media_faults_total", by: "reason",
            "Times that bytes of pictures and files could not be kept or read: the disk was `full`, it or the other server "
                + "`failed`, or too much waited for it (`busy`).")
        mediaUploadsOpen = metric.gauge("martlet_media_uploads_open", "Connections that send uploads to the gateway.")
        mediaErrandsWaiting = metric.gauge(
            "martlet_media_errands_waiting", "What waits for a thread of `media.threads`.")
        mediaBufferBytes = metric.gauge(
            "martlet_media_buffer_bytes", "Bytes of uploads and downloads in memory (`media.buffersBytes`).")
        table = metric
        measured = [
            MeasuredMetric(
                "martlet_log_lines_dropped_total", .counter,
                "Log lines lost because the log's reader was slow."
            ) {
                Double(log.dropped)
            },
            MeasuredMetric("process_resident_memory_bytes", .gauge, "Resident memory.", Process.residentBytes),
            MeasuredMetric("process_open_fds", .gauge, "Open descriptors.", Process.openDescriptors),
            MeasuredMetric("process_max_fds", .gauge, "The process's limit of descriptors.", Process.mostDescriptors),
            MeasuredMetric("process_cpu_seconds_total", .counter, "Processor time used.", Process.cpuSeconds),
            MeasuredMetric("process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.") {
                Process.startSeconds
            },
        ]
    }
}

/// A number that is asked for at each scrape instead of being counted; nil where the system does not tell it.
struct MeasuredMetric: Sendable {
    let name: String
    let kind: DeclaredMetric.Kind
    let help: String
    let measure: @Sendable () -> Double?

    init(_ name: String, _ kind: DeclaredMetric.Kind, _ help: String, _ measure: @escaping @Sendable () -> Double?) {
        self.name = name
        self.kind = kind
        self.help = help
        self.measure = measure
    }
}

/// Why bytes of media could not be kept or read.
package enum MediaFault: String, MetricLabel {
    case full, failed, busy
}

extension PhoneCall.Outcome: MetricLabel {}
extension PushObstacle: MetricLabel {}
extension PushProvider: MetricLabel {}
extension PushReceipt.Event: MetricLabel {}
