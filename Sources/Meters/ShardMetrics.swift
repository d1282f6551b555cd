/// The counters of one shard. Only that shard writes them.
package final class ShardMetrics: Sendable {
    package let connectionsOpen: Gauge
    package let websocketsOpen: Gauge
    package let websocketsClosing: Gauge
    package let connectionsAccepted: Counter
    package let connectionsRefused: CounterFamily<ConnectionRefusal>
    package let inputRefused: CounterFamily<InputRefusal>
    package let tlsHandshakes: CounterFamily<HandshakeResult>
    package let httpResponses: CodeCounters
    package let closes: CodeCounters
    package let bytesReceived: Counter
    package let bytesSent: Counter
    package let messagesReceived: Counter
    package let messagesSent: Counter
    package let slowConsumers: Counter
    package let turns: Histogram
    package let requests: RequestMetrics
    package let apiRequestsOpen: Gauge
    package let eventStreamsOpen: Gauge
    package let eventsStreamed: Counter
    package let channelStreamsOpen: Gauge
    package let channelEventsStreamed: Counter
    package let conversationStreamsOpen: Gauge
    package let roomParticipants: Gauge
    package let roomMessages: CounterFamily<RoomOutcome>
    package let roomFrames: Counter
    package let roomFramesWithheld: Counter
    package let streamedMessages: Gauge
    package let streamedFrames: Counter
    package let streamedFramesWithheld: Counter
    package let mediaBytes: CounterFamily<MediaWay>
    package let sessionsOpen: Gauge
    package let sessionsOpened: Counter
    package let rateHolds: Counter
    package let messagesOverQuota: Counter
    package let kicks: CounterFamily<KickReason>
    package let table: MetricTable

    package init(operations: [String], closeCodes: [UInt16]) {
        var metric = MetricTable()
        connectionsOpen = metric.gauge("martlet_connections_open", "Open connections.")
        websocketsOpen = metric.gauge("martlet_websockets_open", "Connections that have been upgraded to WebSocket.")
        websocketsClosing = metric.gauge(
            "martlet_websockets_closing",
            "WebSocket connections whose close handshake or last bytes are still under way.")
        connectionsAccepted = metric.counter("martlet_connections_accepted_total", "Accepted connections.")
        connectionsRefused = metric.counters(
            "martlet_connections_refused_total", by: "reason", "Connections that were closed as soon as they came.")
        inputRefused = metric.counters(
            "martlet_input_refused_total", by: "reason",
            "Connections ended because too much that clients had sent was unfinished or waited.")
        tlsHandshakes = metric.counters("martlet_tls_handshakes_total", by: "result", "TLS handshakes that have ended.")
        httpResponses = metric.counters(
            "martlet_http_responses_total", by: "status", codes: httpStatuses,
            "HTTP responses by status; 101 is an upgrade to WebSocket.")
        closes = metric.counters(
            "martlet_websocket_closes_total", by: "code", codes: closeCodes,
            "Ended WebSocket connections, by the close code that was sent or received first; 1006: no code.")
        bytesReceived = metric.counter("martlet_received_bytes_total", "Bytes read from sockets.")
        bytesSent = metric.counter("martlet_sent_bytes_total", "Bytes written to sockets.")
        messagesReceived = metric.counter("martlet_messages_received_total", "WebSocket messages received.")
        messagesSent = metric.counter("martlet_messages_sent_total", "WebSocket messages put into outboxes.")
        slowConsumers = metric.counter(
            "martlet_slow_consumers_total", "Connections closed because their outbox was full.")
        turns = metric.histogram(
            "martlet_shard_turn_seconds", Buckets(from: 2, through: 20),
            "How long a shard's turns take. Data that comes meanwhile waits as long.")
        requests = metric.requests(operations, Buckets(from: 4, through: 23))
        apiRequestsOpen = metric.gauge(
            "martlet_api_requests_open", "Requests over HTTP for operations that wait for their response.")
        eventStreamsOpen = metric.gauge("martlet_event_streams_open", "Streams of events that backends have open.")
        eventsStreamed = metric.counter("martlet_events_streamed_total", "Events sent on such streams.")
        channelStreamsOpen = metric.gauge(
            "martlet_channel_streams_open", "Streams over HTTP by which users follow a channel.")
        channelEventsStreamed = metric.counter(
            "martlet_channel_events_streamed_total", "Events of channels sent on such streams.")
        conversationStreamsOpen = metric.gauge(
            "martlet_conversation_streams_open", "Streams over HTTP by which users hear a conversation.")
        roomParticipants = metric.gauge(
            "martlet_room_participants", "Sessions and streams in live rooms, by the shard of the room.")
        roomMessages = metric.counters(
            "martlet_room_messages_total", by: "outcome",
            "Messages offered to live rooms: drawn; shed by the draw; refused by a rule.")
        roomFrames = metric.counter("martlet_room_frames_total", "Frames of live rooms, sent to participants.")
        roomFramesWithheld = metric.counter(
            "martlet_room_frames_withheld_total",
            "Frames not sent to a participant that had more than 64 KiB to read; high messages are.")
        streamedMessages = metric.gauge(
            "martlet_streamed_messages_open", "Messages that are being streamed, at the first shard.")
        streamedFrames = metric.counter(
            "martlet_streamed_frames_total", "Chunks of streamed messages, sent to sessions that watch.")
        streamedFramesWithheld = metric.counter(
            "martlet_streamed_frames_withheld_total",
            "Chunks that a session with much to read was not sent.")
        mediaBytes = metric.counters(
            "martlet_media_bytes_total", by: "way",
            "Bytes of pictures and files that came through the gateway, or left by it.")
        sessionsOpen = metric.gauge("martlet_sessions_open", "Open sessions.")
        sessionsOpened = metric.counter("martlet_sessions_opened_total", "Sessions opened.")
        rateHolds = metric.counter(
            "martlet_rate_holds_total",
            "Times that a session was no longer read from, because its rate or its user's was used up.")
        messagesOverQuota = metric.counter(
            "martlet_messages_over_quota_total",
            "Requests refused because the user had stored as much as allowed in a day.")
        kicks = metric.counters("martlet_kicks_total", by: "reason", "Sessions ended by the gateway.")
        table = metric
    }
}

private let httpStatuses: [UInt16] = [
    101, 200, 204, 206, 304, 307, 400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 416, 426, 429, 431, 460,
    500,
    501, 503,
    505, 507,
]
