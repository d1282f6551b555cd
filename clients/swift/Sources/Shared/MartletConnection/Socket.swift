import MartletBytes
import MartletCLinux
import Glibc

/// A connection by TCP or a Unix socket, whose every wait has a deadline.
final class Socket {
    let descriptor: Int32

    /// Tries the host's addresses in turn. Looking up a name takes as long as the system's resolver takes.
    init(_ endpoint: Endpoint, _ options: Channel.Options, by deadline: Deadline) throws(ClientError) {
        var failure = ClientError.unknownHost(endpoint.host, reason: "it has no address")
        for address in try Self.addresses(of: endpoint) {
            do throws(ClientError) {
                descriptor = try Self.connect(to: address, options, by: deadline)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit {
        _ = close(descriptor)
    }

    /// Sends as many bytes as the socket takes without waiting, and returns their number.
    func send(_ bytes: UnsafeRawBufferPointer) throws(ClientError) -> Int {
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return count }
        switch martlet_errno() {
        case EAGAIN, EINTR: return 0
        case EPIPE, ECONNRESET: throw .ended
        case let code: throw .system(call: "send", code: code)
        }
    }

    enum Received {
        case some
        case nothingYet
        case end
    }

    /// Receives the bytes that have come, without waiting.
    func receive(into buffer: inout ByteBuffer) throws(ClientError) -> Received {
        var count = 0
        var code: Int32 = 0
        buffer.append(upTo: 64 << 10) { room in
            count = recv(descriptor, room.baseAddress, room.count, 0)
            code = martlet_errno()
            return max(count, 0)
        }
        if count > 0 { return .some }
        if count == 0 { return .end }
        switch code {
        case EAGAIN, EINTR: return .nothingYet
        // The server's end without a farewell: what it had sent before is lost, or has been read.
        case ECONNRESET, EPIPE: return .end
        default: throw .system(call: "recv", code: code)
        }
    }

    enum Readiness {
        case toRead
        case toWrite
    }

    /// False when the deadline passes first.
    func wait(_ readiness: Readiness, by deadline: Deadline) throws(ClientError) -> Bool {
        try Self.wait(descriptor, readiness == .toRead ? POLLIN : POLLOUT, by: deadline)
    }

    /// Says that no more will be sent.
    func shutDownWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private static func wait(_ descriptor: Int32, _ events: Int32, by deadline: Deadline) throws(ClientError) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let ready = poll(&wanted, 1, deadline.milliseconds)
            let code = martlet_errno()
            if ready > 0 { return true }
            if ready < 0, code != EINTR { throw .system(call: "poll", code: code) }
            if deadline.hasPassed { return false }
        }
    }

    // MARK: - Connecting

    fileprivate struct Address {
        var storage: sockaddr_storage
        let size: socklen_t

        func give<Result>(to call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            // The structure is not empty.
            withUnsafeBytes(of: storage) { call($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, size) }
        }
    }

    private static func addresses(of endpoint: Endpoint) throws(ClientError) -> [Address] {
        guard let path = endpoint.unixSocket else { return try addresses(of: endpoint.host, port: endpoint.port) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { throw .system(call: "connect", code: ENAMETOOLONG) }
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { room in
            withUnsafeBytes(of: address) { room.copyMemory(from: $0) }
        }
        return [Address(storage: storage, size: socklen_t(MemoryLayout<sockaddr_un>.size))]
    }

    fileprivate static func addresses(of host: String, port: UInt16) throws(ClientError) -> [Address] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, String(port), &hints, &list)
        guard failure == 0 else {
            throw .unknownHost(host, reason: String(cString: gai_strerror(failure)))
        }
        defer { freeaddrinfo(list) }
        // A success gives one address at least.
        return sequence(first: list!, next: \.pointee.ai_next).map { entry in
            var address = Address(storage: sockaddr_storage(), size: entry.pointee.ai_addrlen)
            withUnsafeMutableBytes(of: &address.storage) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: Int(address.size)))
            }
            return address
        }
    }

    private static func connect(
        to address: Address, _ options: Channel.Options, by deadline: Deadline
    ) throws(ClientError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Int32(address.storage.ss_family), type, 0)
        if descriptor < 0 { throw .system(call: "socket", code: martlet_errno()) }
        do throws(ClientError) {
            // Before connect(2): it decides what window the other side is shown.
            if let size = options.receiveBuffer { try set(descriptor, SOL_SOCKET, SO_RCVBUF, size) }
            if let size = options.sendBuffer { try set(descriptor, SOL_SOCKET, SO_SNDBUF, size) }
            if Int32(address.storage.ss_family) != AF_UNIX { try prepare(descriptor, options) }
            try connect(descriptor, to: address, by: deadline)
        } catch {
            _ = close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func prepare(_ descriptor: Int32, _ options: Channel.Options) throws(ClientError) {
        if let size = options.segment { try set(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, size) }
        if let local = options.localAddress { try bind(descriptor, to: local) }
        try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    private static func connect(
        _ descriptor: Int32, to address: Address, by deadline: Deadline
    ) throws(ClientError) {
        let begun = address.give { Glibc.connect(descriptor, $0, $1) }
        if begun == 0 { return }
        let code = martlet_errno()
        guard code == EINPROGRESS else { throw .system(call: "connect", code: code) }
        guard try wait(descriptor, POLLOUT, by: deadline) else { throw .timedOut(waitingFor: "connection") }
        var failure: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) < 0 {
            throw .system(call: "getsockopt", code: martlet_errno())
        }
        if failure != 0 { throw .system(call: "connect", code: failure) }
    }

    private static func bind(_ descriptor: Int32, to host: String) throws(ClientError) {
        let address = try addresses(of: host, port: 0)[0]
        if address.give(to: { Glibc.bind(descriptor, $0, $1) }) < 0 {
            throw .system(call: "bind", code: martlet_errno())
        }
    }

    private static func set(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32
    ) throws(ClientError) {
        var value = value
        if setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) < 0 {
            throw .system(call: "setsockopt", code: martlet_errno())
        }
    }
}

extension Endpoint {
    /// The addresses that the host's name has now, or the one that it is.
    package func addresses() throws(ClientError) -> [sockaddr_storage] {
        try Socket.addresses(of: host, port: port).map(\.storage)
    }
}
