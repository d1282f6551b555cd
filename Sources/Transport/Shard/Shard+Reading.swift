import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

extension Shard {
    /// One read a turn: a connection with more to say waits its turn like the others.
    func read(_ connection: Connection) {
        let count = recv(connection.descriptor, readBuffer.baseAddress, throttle.mostRead(from: connection), 0)
        if count > 0 {
            connection.lastHeard = loop.now
            connection.isPinged = false
            metrics.bytesReceived.add(count)
            var bytes = UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<count])
            if connection.proxyHeader != nil {
                bytes = clients.readProxyHeader(connection, bytes)
                if bytes.isEmpty { return inputs.count(connection) }
            }
            if let tls = connection.tls { decrypt(connection, tls, bytes) } else { feed(connection, bytes) }
            inputs.count(connection)
        } else if count == 0 {
            // The peer ended without a close frame, or after the close handshake, or has said all that it has to say.
            inputEnded(connection, byTCP: true)
        } else {
            let code = martlet_errno()
            if code != EAGAIN && code != EINTR { end(connection) }
        }
    }

    private func decrypt(_ connection: Connection, _ tls: TLSSession, _ ciphertext: UnsafeMutableRawBufferPointer) {
        window.input = UnsafeRawBufferPointer(ciphertext)
        window.clearOutput()
        let wasEstablished = tls.isEstablished
        while true {
            let outcome = tls.decrypt(into: plaintext)
            if window.output.count > 0 {
                sendCiphertext(connection)
                // The client has been told that there is no second handshake. It could ask again without an end.
                if wasEstablished, tls.saysNothingUnasked { end(connection) }
            }
            if connection.stage == .ended { return }
            if !wasEstablished, !connection.isHandshakeCounted, tls.isEstablished {
                connection.isHandshakeCounted = true
                metrics.tlsHandshakes[.ok].add()
                // RFC 8737 §3: nothing is said behind it.
                if tls.isValidation { return finish(connection) }
                setStageDeadline(connection, after: options.headTimeout)
            }
            switch outcome {
            case .plaintext(let count):
                feed(connection, UnsafeMutableRawBufferPointer(rebasing: plaintext[..<count]))
                if connection.stage == .ended { return }
            case .needsMore:
                return
            case .ended:
                return inputEnded(connection, byTCP: false)
            case .failed:
                return end(connection)
            }
        }
    }

    /// The peer has said that it will send no more, and may still read: what an HTTP request is answered, or a close frame,
    /// goes out (RFC 9112 §9.6, RFC 8446 §6.1). A WebSocket needs both directions.
    func inputEnded(_ connection: Connection, byTCP: Bool) {
        // While a response is made elsewhere, the socket is looked at only if it is broken.
        if connection.stage == .answering || connection.isSendingLength, !byTCP {
            // A connection at these stages awaits a response or its end.
            connection.awaited!.keepAlive = false
            return
        }
        // Its other requests are answered first.
        if connection.pause != nil, !byTCP {
            connection.endsBehindUnread = true
            return
        }
        let owes = turn.sendSlots[connection.slot].chain != Turn.none || connection.backlogBytes > 0
        let isHTTP = connection.stage == .http || connection.stage == .lingering
        // The second time, both directions are over.
        guard owes, isHTTP, !connection.isInputOver else { return end(connection) }
        connection.isInputOver = byTCP
        finish(connection)
        watch(connection)
    }

    func feed(_ connection: Connection, _ bytes: UnsafeMutableRawBufferPointer) {
        switch connection.stage {
        case .http where connection.pause != nil: connection.unread += bytes
        case .http:
            let rest = readRequests(connection, UnsafeRawBufferPointer(bytes))
            if connection.stage == .open, rest.count > 0 {
                readFrames(connection, UnsafeMutableRawBufferPointer(mutating: rest))
            } else if connection.stage == .receiving {
                bodies.take(rest, on: connection)
            } else if connection.stage == .answering {
                // A connection at this stage awaits a response.
                connection.awaited!.input += rest
            } else if connection.pause != nil {
                connection.unread += rest
            }
        // A connection at this stage awaits a response.
        case .answering: connection.awaited!.input += bytes
        case .receiving: bodies.take(UnsafeRawBufferPointer(bytes), on: connection)
        // `isSendingLength`: a request awaits this response.
        case .streaming where connection.isSendingLength: connection.awaited!.input += bytes
        case .open, .closing: readFrames(connection, bytes)
        case .streaming, .lingering, .ended: break
        }
    }

    // MARK: - HTTP

    /// Takes requests until there is an upgrade or nothing more; returns what an upgraded connection has left.
    private func readRequests(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var input = bytes
        var share = options.requestsPerTurn
        do {
            while connection.stage == .http, connection.pause == nil {
                let limits = connection.role == .admin ? options.adminHTTP : options.http
                guard let event = try connection.http.next(&input, limits: limits) else { break }
                switch event {
                case .request(let request): answer(connection, request)
                case .awaitsBody(let request, let isLong, let expectsContinue):
                    if isLong, inputs.refusesBody(of: request, on: connection) { break }
                    if expectsContinue { queueHTTP(connection) { $0.append("HTTP/1.1 100 Continue\r\n\r\n") } }
                case .streams(let request, let body, let expectsContinue):
                    bodies.announce(request, body, expectsContinue, on: connection, limits)
                }
                share -= 1
                if share == 0, !input.isEmpty { throttle.pauseForTurn(connection) }
            }
        } catch {
            refuse(connection, error.response)
        }
        // A request that has begun must come to its end, however slowly it drips.
        if connection.stage == .http, !connection.http.isIdle, !connection.isRequestAwaited {
            connection.isRequestAwaited = true
            setStageDeadline(connection, after: options.headTimeout)
        }
        return input
    }

    private func answer(_ connection: Connection, _ request: HTTPRequest) {
        connection.isBodyAnnounced = false
        clients.readHeaders(of: request, on: connection)
        guard request.headers.list(of: "upgrade", contains: "websocket"),
            let policy = service.upgradePolicy(for: request, on: connection)
        else {
            let awaited = AwaitedResponse(
                keepAlive: request.keepAlive && connection.role.keepsAlive, omitsBody: request.method == .head,
                bodyBytes: request.body.count)
            guard let response = service.respond(to: request, on: connection) else {
                return postpone(awaited, connection)
            }
            return answer(connection, response, awaited)
        }
        do {
            let upgrade = try WebSocketUpgrade(request, secure: connection.isSecure, policy: policy)
            let deflate = try upgrade.offeredExtensions.flatMap { try options.deflate.negotiate($0) }
            let response = upgrade.accept(extensions: deflate?.response)
            // A WebSocket is one client's for good.
            guard clients.count(connection) else {
                return refuse(connection, HTTPResponse(.tooManyRequests, text: "Too many connections of this address."))
            }
            metrics.httpResponses[response.status.rawValue].add()
            queueHTTP(connection) { response.encode(into: &$0, keepAlive: true) }
            open(connection, by: request, deflate: deflate?.parameters)
        } catch let refusal as WebSocketUpgradeRefusal {
            refuse(connection, refusal.response)
        } catch {
            refuse(connection, HTTPResponse(.badRequest, text: "Sec-WebSocket-Extensions is malformed."))
        }
    }

    private func answer(_ connection: Connection, _ response: HTTPResponse, _ awaited: AwaitedResponse) {
        // A client that sends requests ahead and does not take the responses gets this one as the last.
        let owed = turn.total(of: turn.sendSlots[connection.slot].chain) + connection.backlogBytes
        let keepAlive =
            awaited.keepAlive && owed <= options.pauseReadingBytes && throttle.mayGoOn(connection, response.status)
        send(response, to: connection, keepAlive: keepAlive, omitsBody: awaited.omitsBody)
        awaitNext(connection)
        if response.status == .tooManyRequests { throttle.slowDown(connection, bodyBytes: awaited.bodyBytes) }
    }

    /// The service has not answered yet. It will, so there is no deadline.
    private func postpone(_ awaited: AwaitedResponse, _ connection: Connection) {
        connection.stage = .answering
        connection.awaited = awaited
        connection.stageDeadline = .max
        watch(connection)
    }

    /// Gives the response to a request that the service could not answer at once. Gone already: nothing to do. While its body
    /// still comes in pieces, the connection ends with it: the rest would be taken for the next request.
    public func answer(_ id: ConnectionID, _ response: HTTPResponse) {
        guard let connection = connection(id) else { return }
        if connection.stage == .receiving { return refuse(connection, response) }
        guard connection.stage == .answering else { return }
        // A connection at this stage awaits a response.
        var awaited = connection.awaited!
        connection.awaited = nil
        connection.stage = .http
        answer(connection, response, awaited)
        awaited.input.withUnsafeMutableBytes { if $0.count > 0 { feed(connection, $0) } }
        inputs.count(connection)
        if connection.stage != .ended { watch(connection) }
    }

    /// Between two requests a connection may be silent for longer.
    func awaitNext(_ connection: Connection) {
        guard connection.stage == .http else { return }
        connection.isRequestAwaited = false
        setStageDeadline(connection, after: options.idleTimeout)
    }

    private func open(_ connection: Connection, by request: HTTPRequest, deflate: DeflateParameters?) {
        connection.stage = .open
        connection.stageDeadline = .max
        connection.wasOpened = true
        connection.serviceState = .open
        metrics.websocketsOpen.add(1)
        connection.inflater = deflate.map { compression.inflater(for: $0.client) }
        connection.deflater = deflate.map { compression.deflater(for: $0.server) }
        pages.forget(connection.slot)
        updateSendSlot(connection)
        service.opened(connection, by: request)
        if connection.stage == .open { arm(connection) }
    }

    /// Answers and ends: after a refusal nobody can say where the next request begins.
    func refuse(_ connection: Connection, _ response: HTTPResponse) {
        send(response, to: connection, keepAlive: false)
    }

    private func send(_ response: HTTPResponse, to connection: Connection, keepAlive: Bool, omitsBody: Bool = false) {
        metrics.httpResponses[response.status.rawValue].add()
        queueHTTP(connection) { response.encode(into: &$0, keepAlive: keepAlive, omitsBody: omitsBody) }
        if let body = response.sharedBody, !omitsBody { turn.queue(body, conflation: 0, for: connection.slot) }
        if !keepAlive { finish(connection) }
    }

    // MARK: - WebSocket

    /// Takes what has come before the connection was held, then the bytes. The rest is kept when the service has
    /// enough.
    func readFrames(_ connection: Connection, _ bytes: UnsafeMutableRawBufferPointer) {
        if !connection.unread.isEmpty {
            connection.unread += bytes
            if connection.isReadingStopped { return }
            var all: [UInt8] = []
            swap(&all, &connection.unread)
            return all.withUnsafeMutableBytes { readFrames(connection, $0) }
        }
        var input = bytes
        do {
            while connection.stage == .closing || connection.stage == .open && !connection.isHeld {
                guard
                    let event = try connection.frames.next(
                        &input, limits: options.frames, inflater: connection.inflater)
                else { break }
                handle(event, on: connection)
            }
        } catch {
            fail(connection, code: error.closeCode, reason: error.reason)
        }
        if connection.isReadingStopped { connection.unread += input }
    }

    private func handle(_ event: FrameEvent, on connection: Connection) {
        switch event {
        case .text(let message): receive(message, isText: true, on: connection)
        case .binary(let message): receive(message, isText: false, on: connection)
        case .ping(let body):
            guard connection.stage == .open, allowsControlFrame(connection) else { return }
            queueFrame(connection) { FrameWriter.append(.pong, body, to: &$0) }
        case .pong:
            _ = allowsControlFrame(connection)
        case .close(let code, _):
            receivedClose(connection, code: code)
        }
    }

    private func receive(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        guard connection.stage == .open else { return }
        metrics.messagesReceived.add()
        service.received(message, isText: isText, on: connection)
    }

    /// RFC 6455 §5.5.1: the answer carries the peer's code. Then the connection is done in both directions.
    private func receivedClose(_ connection: Connection, code: CloseCode?) {
        connection.isClosedByPeer = true
        if connection.stage == .open {
            connection.closeCode = code ?? .noStatus
            queueFrame(connection) { FrameWriter.appendClose(code, to: &$0) }
        }
        finish(connection)
    }

    private func allowsControlFrame(_ connection: Connection) -> Bool {
        let second = Int32(truncatingIfNeeded: loop.now / 1_000)
        if connection.controlSecond != second {
            connection.controlSecond = second
            connection.controlFrames = 0
        }
        connection.controlFrames += 1
        if connection.controlFrames <= options.controlFramesPerSecond { return true }
        close(connection, code: options.closeCodes.tooManyControlFrames, reason: "too many control frames")
        return false
    }
}
