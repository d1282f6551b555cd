import Glibc
import MartletBytes
import MartletCLinux
import MartletClient
import MartletConnection
import MartletFraming
import MartletLocking

/// WebSockets and uploads over the system's sockets and OpenSSL. Each connection has a thread.
public struct LinuxTransport: Transport {
    private let certificates: String?

    /// - Parameter certificates: a PEM file with the authorities to trust; without it those of the machine
    public init(certificates: String? = nil) {
        self.certificates = certificates
    }

    public func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        let connection = SocketConnection()
        guard let endpoint = Endpoint(url) else {
            tell(.closed(code: 1006, reason: "\(url) is no address of a WebSocket"))
            return connection
        }
        let fields = headers.map { HTTPHeader($0.name, $0.value) }
        startThread { [certificates] in
            connection.run(endpoint, Self.options(fields, certificates), tell)
        }
        return connection
    }

    public func send(_ transfer: Transfer) async throws -> TransferAnswer {
        let outcome = Outcome<TransferAnswer>()
        startThread { [certificates] in
            let answer = exchange(transfer, certificates)
            Task { await outcome.settle(answer) }
        }
        return try await outcome.value
    }

    private static func options(_ headers: [HTTPHeader], _ certificates: String?) -> ClientConnection.Options {
        var options = ClientConnection.Options()
        options.subprotocols = ["martlet.v1.json"]
        options.headers = headers
        options.limits = FrameLimits(frameBytes: 4 << 20, messageBytes: 4 << 20, fragments: 65_536)
        if let certificates { options.channel.tls.trust = .file(certificates) }
        return options
    }
}

/// A connection on a thread of its own, which sleeps until the gateway or the client has something for it.
private final class SocketConnection: Connection {
    private struct Mailbox {
        var texts: [String] = []
        var isClosing = false
        /// Wakes the thread; nil when it has ended.
        var wake: Int32?
    }

    private let mailbox: Lock<Mailbox>

    init() {
        mailbox = Lock(Mailbox(wake: martlet_wake_descriptor()))
    }

    deinit {
        end()
    }

    func send(_ text: String) {
        mailbox.withLock { mailbox in
            mailbox.texts.append(text)
            ring(mailbox)
        }
    }

    func close() {
        mailbox.withLock { mailbox in
            mailbox.isClosing = true
            ring(mailbox)
        }
    }

    fileprivate func run(
        _ endpoint: Endpoint, _ options: ClientConnection.Options, _ tell: (TransportEvent) -> Void
    ) {
        defer { end() }
        do throws(ClientError) {
            let socket = try ClientConnection(endpoint, options)
            tell(.opened)
            let (code, reason) = try exchange(socket, tell)
            tell(.closed(code: code, reason: reason))
        } catch {
            tell(.closed(code: 1006, reason: "\(error)"))
        }
    }

    /// Sends and receives until the connection ends.
    private func exchange(
        _ socket: ClientConnection, _ tell: (TransportEvent) -> Void
    ) throws(ClientError) -> (code: Int, reason: String) {
        while true {
            let (texts, isClosing, wake) = mailbox.withLock { mailbox in
                defer { mailbox.texts = [] }
                return (mailbox.texts, mailbox.isClosing, mailbox.wake)
            }
            for text in texts { try socket.send(text) }
            if isClosing {
                try socket.close()
                return try farewell(socket)
            }
            while let event = try socket.poll() {
                switch event {
                case .text(let text): tell(.text(text))
                case .closed(let code, let reason): return (code.map { Int($0.rawValue) } ?? 1005, reason)
                case .ended: return (1006, "the gateway has ended the connection")
                case .binary, .ping, .pong: break
                }
            }
            wait(socket.channel.descriptor, wake)
        }
    }

    /// The gateway's answer to a close frame, if it comes soon: an end before would take the frame back.
    private func farewell(_ socket: ClientConnection) throws(ClientError) -> (code: Int, reason: String) {
        while true {
            switch try socket.receive(within: .seconds(1)) {
            case .closed, .ended: return (1000, "")
            case .text, .binary, .ping, .pong: break
            }
        }
    }

    private func wait(_ socket: Int32, _ wake: Int32?) {
        var descriptors = [socket, wake ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&descriptors, 2, -1) > 0, let wake, descriptors[1].revents != 0 else { return }
        var count: UInt64 = 0
        // It only says that there is something, and may be gone already.
        _ = read(wake, &count, MemoryLayout.size(ofValue: count))
    }

    private func ring(_ mailbox: Mailbox) {
        guard let wake = mailbox.wake else { return }
        var one: UInt64 = 1
        // A counter that is full wakes as well.
        _ = write(wake, &one, MemoryLayout.size(ofValue: one))
    }

    private func end() {
        mailbox.withLock { mailbox in
            if let wake = mailbox.wake { _ = Glibc.close(wake) }
            mailbox.wake = nil
        }
    }
}

/// On a connection of its own.
private func exchange(_ transfer: Transfer, _ certificates: String?) -> Result<TransferAnswer, MartletError> {
    guard let endpoint = Endpoint(transfer.url), let method = HTTPMethod(rawValue: transfer.method) else {
        return .failure(MartletError(name: "notUploaded", message: "\(transfer.url) is no address of HTTP"))
    }
    var options = Channel.Options()
    options.patience = .milliseconds(transfer.milliseconds)
    if let certificates { options.tls.trust = .file(certificates) }
    var headers = transfer.headers.map { HTTPHeader($0.name, $0.value) } + [HTTPHeader("Connection", "close")]
    if transfer.body.isEmpty, method != .head { headers.append(HTTPHeader("Content-Length", "0")) }
    let request = HTTPClientRequest(
        method, endpoint.target, host: endpoint.authority, headers: headers, body: transfer.body)
    do throws(ClientError) {
        let connection = HTTPConnection(try Channel(endpoint, options))
        let refusal = try send(request, connection.channel)
        do throws(ClientError) {
            let response = try finalResponse(of: connection, toHead: method == .head)
            let offset = response.headers.first(of: "upload-offset").flatMap { Int($0) }
            return .success(TransferAnswer(status: Int(response.status), offset: offset))
        } catch {
            throw refusal ?? error
        }
    } catch {
        return .failure(MartletError(name: "connectionLost", message: "\(error)"))
    }
}

/// The failure of a server that takes no more: it may have answered before the end.
private func send(_ request: HTTPClientRequest, _ channel: Channel) throws(ClientError) -> ClientError? {
    var bytes = ByteBuffer()
    request.encode(into: &bytes)
    do throws(ClientError) {
        try channel.write(bytes.bytes)
        return nil
    } catch .ended {
        return .ended
    }
}

/// Before its answer a server may say that it goes on.
private func finalResponse(
    of connection: HTTPConnection, toHead: Bool
) throws(ClientError) -> HTTPClientResponse {
    while true {
        let response = try connection.response(toHead: toHead, readsUntilEnd: true)
        if response.status >= 200 { return response }
    }
}

private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func startThread(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(run)).toOpaque()
    let failure = pthread_create(
        &thread, nil,
        { work in
            // `pthread_create` hands over what it was given.
            Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().run()
            return nil
        }, work)
    precondition(failure == 0, "the system has no thread: error \(failure)")
    pthread_detach(thread)
}
