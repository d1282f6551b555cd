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
    enum State {
        /// Until the response that makes it a WebSocket.
        case upgrading(WebSocketUpgradeRequest)
        /// Until the reply to `session.open`.
        case opening
        case open
        case ended
    }

    var state: State
    let descriptor: Int32
    var response = HTTPResponseReader()
    var reader = FrameReader(role: .client)
    /// What the socket has not taken yet.
    var outgoing = ByteBuffer()
    /// It stands in the list of those that have something to send.
    var isDirty = false
    /// The poller tells when the socket takes more; at first, when it is connected.
    var waitsForRoom = true

    /// Begins to connect; the request for the upgrade leaves when that is done.
    init(to target: Target, number: Int) throws(SystemError) {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(target.address.family, type, 0)
        if descriptor < 0 { throw SystemError("socket") }
        let request = WebSocketUpgradeRequest(
            host: target.authority, path: target.path, nonce: Random.bytes(16),
            subprotocols: [ClientSession.subprotocol])
        request.encode(into: &outgoing)
        state = .upgrading(request)
        try set(Int32(IPPROTO_TCP), TCP_NODELAY)
        if !target.sources.isEmpty { try bind(to: target.sources[number % target.sources.count]) }
        let begun = target.address.withSocketAddress { connect(descriptor, $0, $1) }
        if begun < 0 && martlet_errno() != EINPROGRESS { throw SystemError("connect") }
    }

    deinit {
        _ = close(descriptor)
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
