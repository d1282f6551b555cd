import Bytes
import CLinux
import Framing
import Glibc

extension Shard {
    /// One read a turn: a connection with more to say waits its turn like the others.
    func read(_ connection: Connection) {
        let count = recv(connection.descriptor, readBuffer.baseAddress, readBuffer.count, 0)
        if count > 0 {
            connection.lastHeard = loop.now
            connection.isPinged = false
            meters.bytesIn.add(count)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<count])
            if connection.tls == nil { feed(connection, bytes) } else { decrypt(connection, bytes) }
        } else if count == 0 {
            // The peer ended without a close frame, or after the close handshake.
            end(connection, code: connection.stage == .lingering ? connection.closeCode : 1006)
        } else {
            let code = martlet_errno()
            if code != EAGAIN && code != EINTR { end(connection, code: 1006) }
        }
    }

    private func decrypt(_ connection: Connection, _ ciphertext: UnsafeMutableRawBufferPointer) {
        window.input = UnsafeRawBufferPointer(ciphertext)
        window.output.clear()
        let wasEstablished = connection.tls!.isEstablished
        while true {
            let outcome = connection.tls!.decrypt(into: plaintext)
            if window.output.count > 0 { sendCiphertext(connection) }
            if !wasEstablished, connection.stage == .http, connection.tls!.isEstablished {
                handshakeDone(connection)
            }
            switch outcome {
            case .plaintext(let count):
                feed(connection, UnsafeMutableRawBufferPointer(rebasing: plaintext[..<count]))
                if connection.stage == .ended { return }
            case .needsMore:
                return
            case .ended:
                return end(connection, code: connection.stage == .lingering ? connection.closeCode : 1006)
            case .failed:
                if !wasEstablished { meters.handshakesFailed.add() }
                return end(connection, code: 1006)
            }
        }
    }

    private func handshakeDone(_ connection: Connection) {
        guard !connection.isHandshakeCounted else { return }
        connection.isHandshakeCounted = true
        meters.handshakesDone.add()
        setStageDeadline(connection, after: options.headTimeout)
    }

    private func feed(_ connection: Connection, _ bytes: UnsafeMutableRawBufferPointer) {
        switch connection.stage {
        case .http:
            let rest = readRequests(connection, UnsafeRawBufferPointer(bytes))
            if connection.stage == .open, rest.count > 0 {
                readFrames(connection, UnsafeMutableRawBufferPointer(mutating: rest))
            }
        case .open, .closing: readFrames(connection, bytes)
        case .lingering, .ended: break
        }
    }

    // MARK: - HTTP

    /// Takes requests until there is an upgrade or nothing more; returns what an upgraded connection has left.
    private func readRequests(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var input = bytes
        do {
            while connection.stage == .http {
                guard let event = try connection.http.next(&input, limits: options.http) else { break }
                switch event {
                case .request(let request): answer(connection, request)
                case .expectsContinue: queueHTTP(connection) { $0.append("HTTP/1.1 100 Continue\r\n\r\n") }
                }
            }
        } catch {
            refuse(connection, error.response)
        }
        return input
    }

    private func answer(_ connection: Connection, _ request: HTTPRequest) {
        guard request.asksForWebSocket, let policy = service.upgradePolicy(for: request) else {
            let response = service.respond(to: request, on: connection)
            send(response, to: connection, keepAlive: request.keepAlive)
            return setStageDeadline(connection, after: options.headTimeout)
        }
        switch WebSocketUpgrade.evaluate(request, policy: policy, isSecure: connection.isSecure) {
        case .refuse(let response):
            refuse(connection, response)
        case .accept(let accepted):
            let deflate = accepted.extensions.flatMap { options.deflate.negotiate($0) }
            queueHTTP(connection) { accepted.appendResponse(to: &$0, extensions: deflate?.response) }
            open(connection, by: request, deflate: deflate?.parameters)
        }
    }

    private func open(_ connection: Connection, by request: HTTPRequest, deflate: DeflateParameters?) {
        connection.stage = .open
        connection.stageDeadline = .max
        connection.wasOpened = true
        connection.deflate = deflate.map { DeflateSession($0, policy: options.deflate) }
        meters.upgrades.add()
        meters.countResponse(101)
        service.opened(connection, by: request)
        if connection.stage == .open { arm(connection) }
    }

    /// Answers and ends: after a refusal nobody can say where the next request begins.
    func refuse(_ connection: Connection, _ response: HTTPResponse) {
        send(response, to: connection, keepAlive: false)
    }

    private func send(_ response: HTTPResponse, to connection: Connection, keepAlive: Bool) {
        meters.countResponse(response.status.code)
        queueHTTP(connection) { response.append(to: &$0, keepAlive: keepAlive) }
        if !keepAlive { finish(connection) }
    }

    // MARK: - WebSocket

    private func readFrames(_ connection: Connection, _ bytes: UnsafeMutableRawBufferPointer) {
        var input = bytes
        let inflater = connection.deflate.map { $0.inflater ?? codec.inflater }
        do {
            while connection.stage == .open || connection.stage == .closing {
                guard
                    let event = try connection.frames.next(&input, limits: options.frames, inflater: inflater)
                else { return }
                handle(event, on: connection)
            }
        } catch {
            fail(connection, error)
        }
    }

    private func handle(_ event: FrameEvent, on connection: Connection) {
        switch event {
        case .text(let message), .binary(let message):
            guard connection.stage == .open else { return }
            meters.messagesIn.add()
            service.received(message, isText: event.isText, on: connection)
        case .ping(let body):
            guard connection.stage == .open, allowsControlFrame(connection) else { return }
            queueFrame(connection) { FrameWriter.appendFrame(.pong, body, to: &$0) }
        case .pong:
            _ = allowsControlFrame(connection)
        case .close(let code, _):
            receivedClose(connection, code: code)
        }
    }

    /// RFC 6455 §5.5.1: the answer carries the peer's code. Then the connection is done in both directions.
    private func receivedClose(_ connection: Connection, code: UInt16?) {
        if connection.stage == .open {
            connection.closeCode = code ?? 1005
            queueFrame(connection) { FrameWriter.appendClose(code: code, reason: "", to: &$0) }
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
        close(connection, code: CloseCode.tooManyControlFrames, reason: "too many control frames")
        return false
    }
}
