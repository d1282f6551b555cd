import Bytes
import EventLoop
import Glibc
import JSON
import Security
import TestSupport

/// A backend that hears of events: an HTTP server on a real socket, which keeps a ledger of all that it was sent.
final class EventReceiver: Sendable {
    /// An event as it came.
    struct Heard: Sendable, Equatable {
        let id: String
        let type: String
        /// The subject's JSON: equal for equal subjects.
        let subject: String
        /// The data's JSON.
        let data: String
    }

    enum Answer: Sendable {
        case ok
        case status(Int)
        /// 503 with that in `Retry-After`.
        case rest(String)
        case slow(milliseconds: Int)
        /// Never.
        case hang
        /// The connection ends in the middle of the request, or without an answer.
        case cut
    }

    struct State: Sendable {
        var answer = Answer.ok
        /// Requests with an event whose data have this text get that status.
        var poison: [(text: String, status: Int)] = []
        /// What was answered by 200, in the order of the answers.
        var accepted: [Heard] = []
        var requests = 0
        /// Of each request.
        var sizes: [(events: Int, bytes: Int)] = []
        /// The events of each request's id.
        var idsOfRequests: [String: [String]] = [:]
        var problems: [String] = []
        /// Of the last request.
        var signatures = 0
        /// The header of that name of each request; empty: there was none.
        var traceparents: [String] = []
        /// The subjects of the requests that are being answered.
        var open: [String: Int] = [:]
        var isStopped = false
    }

    let ledger = Monitor(State())
    let port: Int
    let secret: [UInt8]
    private let listener: Int32

    init(port wanted: Int = 0, secret: [UInt8]? = nil) throws {
        self.secret = secret ?? Random.bytes(32)
        (listener, port) = try Self.listen(wanted)
        _ = Thread.start(name: "event-receiver") { [listener, ledger, secret = self.secret] in
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0 { return }
                _ = Thread.start(name: "event-connection") {
                    Connection(descriptor, ledger, secret).serve()
                    close(descriptor)
                }
            }
        }
    }

    /// Nobody listens any more; connections that are open end with their next request.
    func stop() {
        let isFirst = ledger.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func listen(_ wanted: Int) throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(wanted).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else { throw Overdue(description: "no socket for the receiver: error \(errno)") }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    // MARK: - What tests say and ask

    func answer(_ answer: Answer) { ledger.withLock { $0.answer = answer } }
    func poison(_ text: String, status: Int) { ledger.withLock { $0.poison.append((text, status)) } }
    func cure() { ledger.withLock { $0.poison = [] } }
    var accepted: [Heard] { ledger.withLock { $0.accepted } }
    var requests: Int { ledger.withLock { $0.requests } }
    var sizes: [(events: Int, bytes: Int)] { ledger.withLock { $0.sizes } }
    var problems: [String] { ledger.withLock { $0.problems } }
    var signatures: Int { ledger.withLock { $0.signatures } }
    var traceparents: [String] { ledger.withLock { $0.traceparents } }

    func accepted(of type: String) -> [Heard] { accepted.filter { $0.type == type } }

    /// The endpoint's file of secrets, and the setting that names it.
    func setting(_ name: String = "shop", types: String? = nil, path: String = "/events", in workspace: Workspace)
        throws
        -> String
    {
        let file = try workspace.write("\(name).secret", "whsec_\(Base64.standard.encode(secret))\n")
        let types = types.map { ", types: \($0)" } ?? ""
        return #"{name: "\#(name)", url: "http://127.0.0.1:\#(port)\#(path)", secretFile: "\#(file)"\#(types)}"#
    }

    /// The events of each subject in the order in which they were accepted first. A contradiction if an event came before one
    /// with a lower number, or a request was wrong in itself.
    func firsts() throws -> [String: [Heard]] {
        let (accepted, problems) = ledger.withLock { ($0.accepted, $0.problems) }
        try hold(problems.isEmpty, "the receiver: \(problems.prefix(3))")
        var seen: Set<String> = []
        var subjects: [String: [Heard]] = [:]
        for event in accepted where seen.insert(event.id).inserted {
            if let last = subjects[event.subject]?.last {
                try hold(number(last.id) < number(event.id), "\(event.id) of \(event.subject) came after \(last.id)")
            }
            subjects[event.subject, default: []].append(event)
        }
        return subjects
    }
}

private func number(_ id: String) -> Int { Int(id.dropFirst(4)) ?? -1 }

/// One connection, request by request.
private struct Connection {
    private let descriptor: Int32
    private let ledger: Monitor<EventReceiver.State>
    private let secret: [UInt8]

    init(_ descriptor: Int32, _ ledger: Monitor<EventReceiver.State>, _ secret: [UInt8]) {
        (self.descriptor, self.ledger, self.secret) = (descriptor, ledger, secret)
    }

    func serve() {
        var buffer: [UInt8] = []
        while let request = next(&buffer) {
            guard answer(request) else { return }
        }
    }

    private struct Request {
        var headers: [String: String] = [:]
        var body: [UInt8] = []
    }

    private func next(_ buffer: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let head = String(decoding: buffer.prefix(8192), as: UTF8.self)
            if let length = headLength(buffer, end) {
                var request = Request()
                for line in head.split(separator: "\r\n").dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    if parts.count == 2 {
                        request.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
                    }
                }
                let count = request.headers["content-length"].flatMap { Int($0) } ?? 0
                if buffer.count >= length + count {
                    request.body = Array(buffer[length..<length + count])
                    buffer.removeFirst(length + count)
                    return request
                }
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { return nil }
            buffer += chunk[..<count]
        }
    }

    private func headLength(_ buffer: [UInt8], _ end: [UInt8]) -> Int? {
        guard buffer.count >= 4 else { return nil }
        for index in 0...buffer.count - 4 where buffer[index] == 13 && Array(buffer[index..<index + 4]) == end {
            return index + 4
        }
        return nil
    }

    private func answer(_ request: Request) -> Bool {
        let events = check(request)
        let subjects = Set(events.map(\.subject))
        var (answer, poison) = ledger.withLock { state in
            state.requests += 1
            for subject in subjects {
                if state.open[subject, default: 0] > 0 { state.problems.append("two requests of \(subject)") }
                state.open[subject, default: 0] += 1
            }
            return (state.answer, state.poison)
        }
        // Before the answer goes: the next request may come at once.
        func end() {
            ledger.withLock { state in
                for subject in subjects { state.open[subject, default: 0] -= 1 }
            }
        }
        if ledger.withLock({ $0.isStopped }) {
            end()
            return false
        }
        for (text, status) in poison where events.contains(where: { $0.data.contains(text) }) {
            answer = .status(status)
            poison = []
        }
        switch answer {
        case .cut:
            end()
            return false
        case .hang:
            end()
            // Until the gateway gives up.
            var byte: UInt8 = 0
            _ = read(descriptor, &byte, 1)
            return false
        case .slow(let milliseconds):
            Thread.sleep(milliseconds: milliseconds)
            accept(events)
            end()
            return send(200)
        case .ok:
            accept(events)
            end()
            return send(200)
        case .status(let status):
            end()
            return send(status)
        case .rest(let seconds):
            end()
            return send(503, "Retry-After: \(seconds)\r\n")
        }
    }

    private func accept(_ events: [EventReceiver.Heard]) {
        ledger.withLock { $0.accepted += events }
        ledger.wakeAll()
    }

    private func send(_ status: Int, _ headers: String = "") -> Bool {
        let text = Array("HTTP/1.1 \(status) Any\r\n\(headers)Content-Length: 0\r\n\r\n".utf8)
        return Glibc.send(descriptor, text, text.count, Int32(MSG_NOSIGNAL)) == text.count
    }

    /// The signature as Standard Webhooks has it, and the events.
    private func check(_ request: Request) -> [EventReceiver.Heard] {
        func complain(_ problem: String) { ledger.withLock { $0.problems.append(problem) } }
        let id = request.headers["webhook-id"] ?? ""
        let time = request.headers["webhook-timestamp"] ?? ""
        let signed = Array("\(id).\(time).".utf8) + request.body
        let code = signed.withUnsafeBytes { Signature.hmac($0, secret: secret) }
        let signatures = (request.headers["webhook-signature"] ?? "").split(separator: " ").map(String.init)
        ledger.withLock { state in
            state.signatures = signatures.count
            state.traceparents.append(request.headers["traceparent"] ?? "")
        }
        if !signatures.contains("v1,\(Base64.standard.encode(code))") { complain("a bad signature: \(signatures)") }
        if abs((Int(time) ?? 0) - wallSeconds()) > 60 { complain("the timestamp \(time)") }
        guard let json = try? JSONDocument().parse(String(decoding: request.body, as: UTF8.self)),
            let list = json["events"]?.elements
        else {
            complain("no events: \(String(decoding: request.body.prefix(200), as: UTF8.self))")
            return []
        }
        let events = list.map { event in
            EventReceiver.Heard(
                id: event["id"]?.string ?? "", type: event["type"]?.string ?? "",
                subject: event["subject"]?.text ?? "", data: event["data"]?.text ?? "")
        }
        let ids = events.map(\.id)
        ledger.withLock { state in
            if let former = state.idsOfRequests[id], former != ids { state.problems.append("\(id) has other events") }
            state.idsOfRequests[id] = ids
            state.sizes.append((events: events.count, bytes: request.body.count))
        }
        return events
    }
}
