import Bytes
import CLinux
import Client
import EventLoop
import Framing
import Glibc
import Security
import Transport

/// One client's socket, and how far it has come.
final class Connection {
    enum State: Equatable {
        /// Until the response that makes it a WebSocket.
        case upgrading
        /// Until the reply to `session.open`.
        case opening
        case open
        case ended
    }

    var state = State.upgrading
    let descriptor: Int32
    /// The number of the gateway, among the target's.
    let gateway: Int
    private let request: WebSocketUpgradeRequest
    /// Nil in plain.
    private let tls: TLSClient?
    /// The TLS handshake is over, or there is none.
    private var isSecure: Bool
    var response = HTTPResponseReader()
    var reader = FrameReader(role: .client)
    /// Bytes to be sent, in plain.
    var outgoing = ByteBuffer()
    /// The records of what was to be sent.
    private var sealed = ByteBuffer()
    /// It stands in the list of those that have something to send.
    var isDirty = false
    /// The poller tells when the socket takes more; at first, when it is connected.
    var waitsForRoom = true

    /// Begins to connect; the request for the upgrade leaves when that is done.
    init(to target: Target, number: Int, _ context: TLSClientContext?) throws(OpeningFailure) {
        gateway = number % target.gateways.count
        let other = target.gateways[gateway]
        do throws(ClientError) {
            tls = try context.map { context throws(ClientError) in try TLSClient(context, serverName: other.host) }
        } catch {
            throw OpeningFailure(reason: "\(error)")
        }
        isSecure = tls == nil
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(other.address.family, type, 0)
        request = WebSocketUpgradeRequest(
            host: other.authority, path: other.path, nonce: Random.bytes(16),
            subprotocols: [ClientSession.subprotocol])
        request.encode(into: &outgoing)
        if descriptor < 0 { throw OpeningFailure(reason: SystemError("socket").description) }
        do throws(SystemError) {
            try connect(to: target, number)
        } catch {
            throw OpeningFailure(reason: error.description)
        }
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
    }

    /// Whether the response makes it a WebSocket that speaks as we asked.
    func check(_ response: HTTPClientResponse) throws(WebSocketUpgradeFault) {
        _ = try request.check(response)
    }

    private func connect(to target: Target, _ number: Int) throws(SystemError) {
        try set(Int32(IPPROTO_TCP), TCP_NODELAY)
        if !target.sources.isEmpty { try bind(to: target.sources[number % target.sources.count]) }
        let begun = target.gateways[gateway].address.withSocketAddress { Glibc.connect(descriptor, $0, $1) }
        if begun < 0 && martlet_errno() != EINPROGRESS { throw SystemError("connect") }
    }

    private func bind(to source: SocketAddress) throws(SystemError) {
        // The port is chosen by connect(2), which may take one that another server's connection has.
        try set(Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT)
        if source.withSocketAddress({ Glibc.bind(descriptor, $0, $1) }) < 0 { throw SystemError("bind") }
    }

    private func set(_ level: Int32, _ option: Int32) throws(SystemError) {
        var one: Int32 = 1
        if setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size)) < 0 {
            throw SystemError("setsockopt")
        }
    }
}

// MARK: - Bytes

extension Connection {
    /// Bytes for the socket. With TLS, make records of the outgoing bytes before.
    var waiting: UnsafeRawBufferPointer { tls == nil ? outgoing.bytes : sealed.bytes }

    func seal() throws(ClientError) {
        guard let tls else { return }
        if !isSecure { isSecure = try tls.shakeHands() == .done }
        if isSecure {
            try tls.write(outgoing.bytes)
            outgoing.clear()
        }
        tls.takeOutput(into: &sealed)
    }

    func consume(_ count: Int) {
        if tls == nil { outgoing.consume(count) } else { sealed.consume(count) }
    }

    var isEncrypted: Bool { tls != nil }

    /// Appends to `plain` what the records come to. True: there is something to answer, as in a handshake.
    func unseal(_ records: UnsafeRawBufferPointer, into plain: inout ByteBuffer) throws(ClientError) -> Bool {
        guard let tls else { preconditionFailure("there are no records in plain") }
        tls.feed(records)
        let wasSecure = isSecure
        if !isSecure { isSecure = try tls.shakeHands() == .done }
        // An end that TLS announces is followed by the socket's.
        if isSecure { _ = try tls.read(into: &plain) }
        return !wasSecure
    }
}
