import MartletBytes

/// Bytes to a server and from it, over TCP or TLS.
package final class Channel {
    package struct Options {
        /// Looked at if the URL says so.
        package var tls = TLSOptions()
        /// The kernel's buffers in bytes; nil: its own choice.
        package var receiveBuffer: Int32?
        package var sendBuffer: Int32?
        /// The most bytes of one TCP segment in either direction; nil: the kernel's choice.
        package var segment: Int32?
        /// Where the connection comes from; nil: the kernel's choice.
        package var localAddress: String?
        /// How long any single wait may take, unless the call says otherwise.
        package var patience: Duration = .seconds(10)

        package init() {}
    }

    package let endpoint: Endpoint
    package let patience: Duration
    /// Bytes that have come and that nobody has taken yet.
    package var input = ByteBuffer()
    /// Whether the server has ended its side.
    package private(set) var hasEnded = false
    /// Whether it said so within TLS (close_notify), so that nobody between can have cut anything off.
    package private(set) var wasEndedInTLS = false
    private let socket: Socket
    private let tls: TLSClient?
    private var ciphertext = ByteBuffer()

    package init(_ endpoint: Endpoint, _ options: Options = Options()) throws(ClientError) {
        self.endpoint = endpoint
        patience = options.patience
        let deadline = Deadline.after(patience)
        socket = try Socket(endpoint, options, by: deadline)
        tls = endpoint.isSecure ? try TLSClient(options.tls, host: endpoint.host) : nil
        if let tls { try shakeHands(tls, by: deadline) }
    }

    /// For poll(2). `fill` may have bytes even when this has none to read: call it first.
    package var descriptor: Int32 { socket.descriptor }

    /// Nil without TLS.
    package var agreement: TLSAgreement? { tls?.agreement }
    package var ticket: TLSTicket? { tls?.ticket }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(ClientError) {
        let deadline = Deadline.after(patience)
        guard let tls else { return try send(bytes, by: deadline) }
        try tls.write(bytes)
        try sendOutput(of: tls, by: deadline)
    }

    package func write(_ bytes: [UInt8]) throws(ClientError) {
        try bytes.withUnsafeBufferPointer { bytes throws(ClientError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// How much of the bytes the socket takes without waiting. Not over TLS, where what has begun must be finished.
    package func writeSome(_ bytes: UnsafeRawBufferPointer) throws(ClientError) -> Int {
        precondition(tls == nil, "over TLS nothing can be written in part")
        return try socket.send(bytes)
    }

    /// Takes in what has come, without waiting. False: nothing had.
    @discardableResult
    package func fill() throws(ClientError) -> Bool {
        if hasEnded { return false }
        let before = input.count
        guard let tls else {
            hasEnded = try socket.receive(into: &input) == .end
            return input.count > before
        }
        switch try socket.receive(into: &ciphertext) {
        // The handshake's last bytes may have brought the first ones behind it.
        case .nothingYet: break
        case .end: hasEnded = true
        case .some: feed(tls)
        }
        if try tls.read(into: &input) == .ended { (hasEnded, wasEndedInTLS) = (true, true) }
        // TLS may have an answer of its own to the bytes that it read.
        if !hasEnded { try sendOutput(of: tls, by: .after(patience)) }
        return input.count > before
    }

    /// Waits until something comes. False: the server has ended its side.
    package func fill(by deadline: Deadline, waitingFor awaited: String) throws(ClientError) -> Bool {
        while try !fill() {
            if hasEnded { return false }
            guard try socket.wait(.toRead, by: deadline) else { throw .timedOut(waitingFor: awaited) }
        }
        return true
    }

    /// Bytes that nobody has taken yet, or the next that come; empty: the server has ended its side.
    package func read(within patience: Duration? = nil) throws(ClientError) -> [UInt8] {
        if input.isEmpty { _ = try fill(by: .after(patience ?? self.patience), waitingFor: "bytes") }
        defer { input.clear() }
        return Array(input.bytes)
    }

    /// Waits until the server ends its side, and throws away what comes before.
    package func drain(within patience: Duration? = nil) throws(ClientError) {
        let deadline = Deadline.after(patience ?? self.patience)
        repeat { input.clear() } while try fill(by: deadline, waitingFor: "end of the connection")
    }

    /// Says that nothing more will be sent; the server can still speak.
    package func endWriting() throws(ClientError) {
        if let tls {
            tls.end()
            try sendOutput(of: tls, by: .after(patience))
        }
        socket.shutDownWriting()
    }

    private func shakeHands(_ tls: TLSClient, by deadline: Deadline) throws(ClientError) {
        while true {
            let outcome: TLSClient.Outcome
            do throws(ClientError) {
                outcome = try tls.shakeHands()
            } catch {
                // The alert that tells the server why.
                try sendOutput(of: tls, by: deadline)
                throw error
            }
            try sendOutput(of: tls, by: deadline)
            guard outcome == .needsMore else { return }
            switch try socket.receive(into: &ciphertext) {
            case .some: feed(tls)
            case .end: throw .ended
            case .nothingYet:
                guard try socket.wait(.toRead, by: deadline) else { throw .timedOut(waitingFor: "TLS handshake") }
            }
        }
    }

    private func feed(_ tls: TLSClient) {
        tls.feed(ciphertext.bytes)
        ciphertext.clear()
    }

    private func sendOutput(of tls: TLSClient, by deadline: Deadline) throws(ClientError) {
        var output = ByteBuffer()
        tls.takeOutput(into: &output)
        try send(output.bytes, by: deadline)
    }

    private func send(_ bytes: UnsafeRawBufferPointer, by deadline: Deadline) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            sent += try socket.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            if sent == bytes.count { return }
            guard try socket.wait(.toWrite, by: deadline) else { throw .timedOut(waitingFor: "room to send") }
        }
    }
}
