import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import Meters
import Routing
import Storage
import Transport

/// `GET /v1/api/events`: events for backends as server-sent events (docs/events.md).
///
/// A stream reads the store as `admin.events.read` does, a page at a time, and never the writer's way: the next page when the
/// client has taken the last one, so a slow client costs a page. Behind the last page it waits for a commit.
final class EventStreams {
    /// Of an admin key.
    static let scope = "events"

    private enum Page {
        case read(EventStreamPage)
        /// The position is not kept.
        case gone
        case failed
    }

    private let link: ShardLink
    private var streams: [ConnectionID: EventStream] = [:]
    /// Of those whose response has not begun.
    private var exchanges: [ConnectionID: HTTPExchange] = [:]

    init(_ link: ShardLink) {
        self.link = link
    }

    func begin(
        _ request: HTTPRequest, by caller: HTTPCaller, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        guard let access = caller.access, caller.user == nil else {
            throw HTTPFailure(Refusal(.forbidden, "events are for admin keys, in their own name"))
        }
        guard access.allows(Self.scope) else {
            throw HTTPFailure(Refusal(.forbidden, "the key's scopes do not have events", keys: ["Martlet-Key"]))
        }
        let ((kinds, about), after) = (try wanted(by: request), try lastEvent(of: request))
        if let rate = access.rate, !link.context.limits.keys.meter(of: access.name).allows(rate, now: link.now) {
            throw HTTPFailure(Refusal(.rateLimited, "requests with this key come too fast"))
        }
        guard link.context.limits.streamsOfKeys.begin(access.name) else {
            throw HTTPFailure(Refusal(.rateLimited, "the key has as many streams as it may"))
        }
        let stream = EventStream(
            self, connection.id, key: access.name, kinds: kinds, about: about, after: after)
        streams[connection.id] = stream
        exchanges[connection.id] = exchange
        read(stream)
    }

    /// `types=message.*,group.created&about=alice`; without it, all.
    private func wanted(
        by request: HTTPRequest
    ) throws(HTTPFailure) -> (kinds: Set<BackendEventKind>, about: String?) {
        var wanted: [String: String] = [:]
        for parameter in request.query?.split(separator: "&") ?? [] {
            let parts = parameter.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["types", "about"].contains(parts[0]), wanted[parts[0]] == nil,
                let text = parts[1].percentDecoded
            else {
                throw HTTPFailure(Refusal(.badRequest, "the parameters are types and about", keys: [parts[0]]))
            }
            wanted[parts[0]] = text
        }
        do throws(Refusal) {
            let patterns = wanted["types"]?.split(separator: ",").map(String.init)
            return (try BackendEventKind.named(patterns), wanted["about"])
        } catch {
            throw HTTPFailure(error)
        }
    }

    private func lastEvent(of request: HTTPRequest) throws(HTTPFailure) -> Stamp? {
        guard let text = request.headers.first(of: "last-event-id"), !text.isEmpty else { return nil }
        guard let stamp = Stamp(eventID: text) else {
            throw HTTPFailure(
                Refusal(.badRequest, "Last-Event-ID is not the id of an event", keys: ["Last-Event-ID"]))
        }
        return stamp
    }

    // MARK: - From elsewhere

    /// Something was committed.
    func wake() {
        for stream in streams.values {
            stream.mayHaveMore = true
            advance(stream)
        }
    }

    /// Streams whose time to read has come.
    func timerFired() {
        for stream in streams.values { advance(stream) }
    }

    /// Clients that come again show their keys again, here or at another gateway.
    func endAll() {
        for stream in streams.values {
            if let connection = link.shard.connection(stream.connection) { link.shard.streams.end(connection) }
        }
    }

    // MARK: - From the streams

    func drained(_ stream: EventStream) {
        guard stream.stage == .sending else { return }
        stream.stage = .idle
        advance(stream)
    }

    /// Nothing was sent for a while: a comment keeps proxies from ending the connection. The client learns how far it has come
    /// though no event was for it, so that its position does not grow old.
    func comment(_ stream: EventStream, on connection: Connection) {
        if stream.stage != .sending {
            send(stream.position.flatMap { $0 == stream.told ? nil : "id: \(eventID($0))\n" } ?? "", of: stream)
        }
        link.shard.setServiceDeadline(connection, at: (link.now + betweenComments).rawValue)
    }

    func ended(_ stream: EventStream) {
        streams[stream.connection] = nil
        link.context.limits.streamsOfKeys.end(stream.key)
        if stream.hasBegun { link.metrics.eventStreamsOpen.add(-1) }
    }

    private func send(_ fields: String, of stream: EventStream) {
        guard let connection = link.shard.connection(stream.connection) else { return }
        link.shard.streams.send(Array(":\n\(fields)\n".utf8), to: connection)
        if let position = stream.position { stream.told = position }
    }

    // MARK: - Reading

    private func advance(_ stream: EventStream) {
        guard stream.stage == .idle, stream.mayHaveMore else { return }
        if stream.nextRead <= link.now { read(stream) } else { link.wake(at: stream.nextRead) }
    }

    private func read(_ stream: EventStream) {
        stream.stage = .reading
        stream.mayHaveMore = false
        // Events that come close together go together.
        stream.nextRead = link.now + gathering
        link.context.followups.commits.await(shard: link.index)
        let (id, mailbox, store) = (stream.connection, link.mailbox, link.context.store)
        let (bytes, surroundings) = (link.pageBytes, link.context.configuration.eventSurroundings(link.context.media))
        // One that has read all messages there were misses none, however long ago that was.
        let mayMiss = !stream.hasBegun || stream.isBehind
        let messageCutoff = mayMiss ? link.context.configuration.messageCutoff : 0
        store.read {
            [position = stream.position, kinds = stream.kinds, about = stream.about] transaction throws(StoreError) in
            let oldest = try BackendEventReader.oldestPosition(for: kinds, messageCutoff, in: transaction)
            let newest = try BackendEventReader.newest(in: transaction)
            let after = position ?? max(oldest, newest)
            let page: Page =
                after < oldest
                ? .gone
                : .read(
                    try EventStreamPage(
                        after: after, of: kinds, about: about, bytes: bytes, surroundings: surroundings,
                        in: transaction))
            if case .read(let page) = page {
                for damage in page.damages { store.noteDamage(damage) }
            }
            mailbox.post { $0.eventStreams.take(page, for: id) }
        } failed: { _ in
            mailbox.post { $0.eventStreams.take(.failed, for: id) }
        }
    }

    private func take(_ page: Page, for id: ConnectionID) {
        guard let stream = streams[id] else { return }
        guard stream.hasBegun || begin(stream, with: page), let connection = link.shard.connection(id) else { return }
        switch page {
        case .gone: link.shard.streams.end(connection)
        case .failed:
            stream.stage = .idle
            stream.mayHaveMore = true
            stream.nextRead = link.now + afterFailure
            advance(stream)
        case .read(let page):
            stream.position = page.through
            stream.isBehind = page.isFull
            if page.isFull {
                stream.mayHaveMore = true
                stream.nextRead = link.now
            }
            stream.stage = .idle
            guard page.count > 0 else { return advance(stream) }
            stream.stage = .sending
            stream.told = page.through
            link.metrics.eventsStreamed.add(page.count)
            link.shard.streams.send(page.bytes, to: connection)
            link.shard.setServiceDeadline(connection, at: (link.now + betweenComments).rawValue)
        }
    }

    /// The response begins, or the request is refused. False: there is no stream.
    private func begin(_ stream: EventStream, with page: Page) -> Bool {
        guard let exchange = exchanges.removeValue(forKey: stream.connection) else {
            preconditionFailure("stream \(stream.connection) waits for nothing")
        }
        var refusal: Refusal?
        switch page {
        case .gone: refusal = Refusal(.resyncRequired, "the event is no longer kept", keys: ["Last-Event-ID"])
        case .failed: refusal = Refusal(.unavailable, "the gateway's store cannot be read")
        case .read:
            if link.context.readiness.isDraining {
                refusal = Refusal(.unavailable, "the gateway is shutting down; nothing was done")
            }
        }
        if let refusal {
            ended(stream)
            exchange.finish(HTTPFailure(refusal))
            return false
        }
        guard let connection = exchange.begin(stream) else {
            ended(stream)
            return false
        }
        stream.hasBegun = true
        link.metrics.eventStreamsOpen.add(1)
        if case .read(let page) = page { stream.position = page.after }
        send("retry: \(retryMilliseconds)\nid: \(eventID(stream.position ?? 0))\n", of: stream)
        link.shard.setServiceDeadline(connection, at: (link.now + betweenComments).rawValue)
        return true
    }
}

private let gathering: Milliseconds = 20
private let betweenComments: Milliseconds = 15_000
private let afterFailure: Milliseconds = 1_000
/// How long a client waits before it comes again.
private let retryMilliseconds = 1_000
