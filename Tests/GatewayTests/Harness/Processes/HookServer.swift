import Bytes
import Glibc
import JSON
import Locking
import Security
import Testing

/// A backend that decides about requests: an HTTP server of the test's own, a thread for each connection.
final class HookServer: Sendable {
    /// One question of the gateway.
    struct Ask: Sendable {
        /// By their names in lower case.
        let headers: [String: String]
        let body: String
        /// Those on one connection have the same number.
        let connection: Int

        var id: String { headers["webhook-id"] ?? "" }
        var json: JSONValue { get throws { try JSONDocument().parse(body) } }
        var operation: String { get throws { try json["operation"]?.string ?? "" } }
        var data: JSONValue { get throws { try #require(try json["data"]) } }
        /// Of a message.
        var text: String { get throws { try data["body"]?["text"]?.string ?? "" } }
    }

    enum Answer: Sendable {
        case allow
        case refuse(Int, String)
        /// With these data as JSON text.
        case replace(String)
        /// This body with status 200.
        case text(String)
        case status(Int)
        /// Nothing, until the gateway ends the connection.
        case hang
        /// The end of the connection.
        case drop
    }

    let port: UInt16
    let workspace: Workspace
    private let listener: Int32
    private let answer: @Sendable (Ask) throws -> Answer
    private let hasStopped = Lock(false)
    private let seen = Lock<[Ask]>([])
    private let connections = Lock<Set<Int32>>([])

    /// `answer` may wait; each connection has a thread of its own.
    init(_ answer: @escaping @Sendable (Ask) throws -> Answer) throws {
        self.answer = answer
        workspace = try Workspace()
        try workspace.write("hook.secret", Self.secret + "\n")
        (listener, port) = try Self.listen()
        startThread { [listener, weak self] in
            defer { close(listener) }
            var number = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                number += 1
                connections.withLock { _ = $0.insert(connection) }
                startThread { [number] in self.serve(connection, number) }
            }
        }
    }

    deinit {
        stop()
    }

    /// Nobody listens any more, and all connections end.
    func stop() {
        let isFirst = hasStopped.withLock { hasStopped in
            defer { hasStopped = true }
            return !hasStopped
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
        connections.withLock { connections in
            for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// Those that have come so far.
    var asks: [Ask] { seen.withLock { $0 } }

    /// In the file of the secrets.
    static let secret = "whsec_" + Base64.standard.encode(key)
    static let otherSecret = "whsec_" + Base64.standard.encode(Digest.sha256("another secret of these tests"))
    static let key = Digest.sha256("the secret of the hooks of these tests")

    /// Settings of a gateway that asks this server.
    func settings(
        _ operations: String..., timeoutMilliseconds: Int = 3_000, onFailure: String = "refuse"
    ) -> [String: String] {
        ["hooks.before": "[\(setting(operations, timeoutMilliseconds, onFailure))]"]
    }

    func setting(_ operations: [String], _ timeoutMilliseconds: Int, _ onFailure: String) -> String {
        let names = operations.map { "\"\($0)\"" }.joined(separator: ", ")
        return #"{url: "http://127.0.0.1:\#(port)/hook", operations: [\#(names)], "#
            + #"secretFile: "\#(workspace("hook.secret"))", timeoutMilliseconds: \#(timeoutMilliseconds), "#
            + #"onFailure: "\#(onFailure)"}"#
    }

    // MARK: - Serving

    private static func listen() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failure = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) | Glibc.listen(listener, 1_024) | getsockname(listener, address, &size)
            }
        }
        try #require(failure == 0, "the hook server cannot listen: \(errno)")
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    private func serve(_ connection: Int32, _ number: Int) {
        defer {
            connections.withLock { connections in
                connections.remove(connection)
                close(connection)
            }
        }
        var input: [UInt8] = []
        while let ask = next(&input, on: connection, number) {
            seen.withLock { $0.append(ask) }
            let answer: Answer
            do { answer = try self.answer(ask) } catch { answer = .status(500) }
            guard let (status, body) = response(answer) else {
                if case .hang = answer { waitForEnd(of: connection) }
                return
            }
            let head = "HTTP/1.1 \(status) Answer\r\nContent-Length: \(body.count)\r\n\r\n"
            guard Self.send(Array(head.utf8) + body, on: connection) else { return }
        }
    }

    private static func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { bytes in
                Glibc.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    private func waitForEnd(of connection: Int32) {
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private func response(_ answer: Answer) -> (Int, [UInt8])? {
        switch answer {
        case .allow: (200, Array(#"{"action": "allow"}"#.utf8))
        case .refuse(let code, let message):
            (200, Array(#"{"action": "refuse", "code": \#(code), "message": "\#(message)"}"#.utf8))
        case .replace(let data): (200, Array(#"{"action": "replace", "data": \#(data)}"#.utf8))
        case .text(let text): (200, Array(text.utf8))
        case .status(let status): (status, [])
        case .hang, .drop: nil
        }
    }

    /// Nil at the connection's end.
    private func next(_ input: inout [UInt8], on connection: Int32, _ number: Int) -> Ask? {
        while true {
            if let (ask, count) = Self.ask(in: input, number) {
                input.removeFirst(count)
                return ask
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &chunk, chunk.count, 0)
            if count <= 0 { return nil }
            input += chunk[..<count]
        }
    }

    private static func ask(in input: [UInt8], _ connection: Int) -> (Ask, Int)? {
        guard let end = input.indices.first(where: { input[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
            return nil
        }
        var headers: [String: String] = [:]
        for line in String(decoding: input[..<end], as: UTF8.self).split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst().drop { $0 == " " })
        }
        let length = Int(headers["content-length"] ?? "") ?? 0
        guard input.count >= end + 4 + length else { return nil }
        let body = String(decoding: input[(end + 4)..<(end + 4 + length)], as: UTF8.self)
        return (Ask(headers: headers, body: body, connection: connection), end + 4 + length)
    }
}

/// One that may block for as long as it likes: Dispatch's are not so many.
private func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(failure == 0, "cannot start a thread: error \(failure)")
    pthread_detach(thread)
}
