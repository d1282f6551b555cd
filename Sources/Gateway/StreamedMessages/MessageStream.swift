import ClientProtocol
import Domain
import Framing
import JSON
import Settings
import Transport

/// The messages that backends stream by one request each, at this shard (N-09): `POST /v1/api/admin.message.stream`.
final class MessageStreams {
    static let pathStart: StaticString = "/v1/api/admin.message.stream"

    let link: ShardLink
    let calls: HTTPCalls
    let document = JSONDocument()
    var json = JSONWriter()
    /// Since the last tick.
    private var waiting: [MessageStream] = []
    private var tickAt: Milliseconds?

    init(_ link: ShardLink, _ calls: HTTPCalls) {
        self.link = link
        self.calls = calls
    }

    /// It goes on with the next tick.
    func wait(_ stream: MessageStream) {
        waiting.append(stream)
        if tickAt != nil { return }
        let moment = link.now + betweenAppends
        tickAt = moment
        link.wake(at: moment)
    }

    func timerFired() {
        guard let moment = tickAt else { return }
        guard moment <= link.now else { return link.wake(at: moment) }
        tickAt = nil
        let due = waiting
        waiting = []
        for stream in due { stream.goOn() }
    }
}

/// One of them. Its lines become the operations `admin.message.begin`, `append` and `finish`. Text that comes while one of these
/// is under way, or sooner than a text takes chunks, goes with the next one.
///
/// If the request breaks, the text stays at its home as after every append (N-06). The same request, with the same
/// `clientMsgId`, goes on with it, since text that is there already is a success.
final class MessageStream: BodyReceiver {
    private enum Phase {
        /// The first line is to come.
        case empty
        case begins([UInt8])
        /// The message has an id, and so many bytes of its text have been appended.
        case grows(id: String, length: Int)
        case answered
    }

    private let streams: MessageStreams
    private let caller: HTTPCaller
    private let trace: TraceContext?
    private let connection: ConnectionID
    private let exchange: HTTPExchange
    /// Once it is answered.
    private let release: () -> Void
    private var phase = Phase.empty
    /// Of the body, the line that has not come to its end.
    private var line: [UInt8] = []
    /// It has come, and is not appended yet.
    private var text = ""
    private var appendedAt: Milliseconds = 0
    /// A call is under way, or it waits for the next tick.
    private var isBusy = false
    /// The line that says so has come.
    private var isFinished = false
    /// No more of the body comes: it is whole, or its connection is gone.
    private var hasEnded = false

    init(
        _ streams: MessageStreams, by caller: HTTPCaller, _ trace: TraceContext?, on connection: ConnectionID,
        _ exchange: HTTPExchange, release: @escaping () -> Void
    ) {
        self.streams = streams
        self.caller = caller
        self.trace = trace
        self.connection = connection
        self.exchange = exchange
        self.release = release
    }

    // MARK: - The body

    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        if case .answered = phase { return }
        do throws(Refusal) {
            var rest = Slice(base: bytes, bounds: bytes.indices)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                try endLine()
            }
            line += rest
            guard line.count <= streams.link.context.configuration.http.bodyBytes else {
                throw Refusal(.tooLarge, "a line is too long")
            }
        } catch {
            return answer(.refusal(error))
        }
        advance()
    }

    /// Everything that has come is appended, but for a line that was cut off.
    func ended() {
        line = []
        hasEnded = true
        advance()
    }

    func finish(on connection: Connection) {
        hasEnded = true
        do throws(Refusal) {
            try endLine()
        } catch {
            return answer(.refusal(error))
        }
        advance()
    }

    private func endLine() throws(Refusal) {
        defer { line = [] }
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
        if isFinished { throw Refusal(.badRequest, "there is a line behind finish") }
        if case .empty = phase {
            phase = .begins(line)
            return
        }
        do {
            let value = try streams.document.parse(line, limits: JSONLimits(bytes: line.count))
            if let chunk = value["text"]?.string {
                text += chunk
            } else if value["finish"]?.kind == .object {
                isFinished = true
            } else {
                throw Refusal(.badRequest, "a line has neither text nor finish")
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.badRequest, "a line is not JSON: \(error)")
        }
    }

    // MARK: - Its calls

    func goOn() {
        isBusy = false
        advance()
    }

    private func advance() {
        if !isBusy { step() }
        guard !hasEnded, let connection = streams.link.shard.connection(connection) else { return }
        if case .answered = phase { return }
        // Its sender waits as long as the text does.
        streams.link.shard.bodies.hold(connection, text.utf8.count >= mostGathered)
        streams.link.shard.inputs.noteKept(line.count + text.utf8.count, of: connection)
    }

    private func step() {
        switch phase {
        case .begins(let line): begin(line)
        case .grows(let id, let length) where !text.isEmpty: append(to: id, at: length)
        case .grows(let id, _) where isFinished:
            let data = data { $0.field("streamID", id) }
            call("admin.message.finish", data) { [self] content in answer(content) }
        case .empty where hasEnded, .grows where hasEnded:
            answer(.refusal(Refusal(.badRequest, "the body has ended without finish")))
        case .empty, .grows, .answered: break
        }
    }

    private func begin(_ line: [UInt8]) {
        call("admin.message.begin", line, cost: Cost.ofBody(line.count)) { [self] content in
            guard case .ok(let result) = content, let begun = try? streams.document.parse(result),
                let id = begun["streamID"]?.string, begun["msgId"] == nil
            else {
                // It was refused, or has been sent already: then that is the reply to the repeat.
                return answer(content)
            }
            phase = .grows(id: id, length: 0)
        }
    }

    private func append(to id: String, at length: Int) {
        guard streams.link.now >= appendedAt + betweenAppends else { return waitForTick() }
        appendedAt = streams.link.now
        let chunk = text
        text = ""
        let data = data { json in
            json.field("streamID", id)
            json.field("offset", length)
            json.field("text", chunk)
        }
        call("admin.message.append", data) { [self] content in
            switch content {
            case .ok: phase = .grows(id: id, length: length + chunk.utf8.count)
            // Others append to the same text.
            case .refusal(let refusal) where refusal.code == .rateLimited:
                text = chunk + text
                waitForTick()
            case .refusal, .fault: answer(content)
            }
        }
    }

    private func waitForTick() {
        isBusy = true
        streams.wait(self)
    }

    private func data(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        streams.json.clear()
        streams.json.object(write)
        return Array(streams.json.bytes)
    }

    private func call(
        _ operation: String, _ data: [UInt8], cost: Int = 0, then take: @escaping (Reply.Content) -> Void
    ) {
        isBusy = true
        streams.calls.run(
            HTTPCall(operation: operation, data: data, key: nil, caller: caller, trace: trace, cost: cost)
        ) { [self] content in
            isBusy = false
            // A bad line has ended it meanwhile.
            if case .answered = phase { return }
            take(content)
            advance()
        }
    }

    private func answer(_ content: Reply.Content) {
        if case .answered = phase { return }
        phase = .answered
        (line, text) = ([], "")
        if let connection = streams.link.shard.connection(connection) {
            streams.link.shard.inputs.noteKept(0, of: connection)
        }
        release()
        exchange.finish(content)
    }
}

/// N-09: as often as a text takes chunks.
private let betweenAppends: Milliseconds = 50
/// Bytes of text, beyond which no more is read.
private let mostGathered = 64 << 10
