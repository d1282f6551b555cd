import Bytes
import ClientProtocol
import EventLoop
import Framing
import Glibc
import Meters

extension Shard {
    /// Begins the close handshake: what is queued goes out first, then a close frame; the peer has until the close
    /// timeout to answer.
    package func close(_ connection: Connection, code: CloseCode, reason: String = "") {
        guard connection.stage == .open else { return }
        queueClose(connection, code: code, reason: reason)
        connection.stage = .closing
        updateLane(connection)
        metrics.websocketsClosing.add(1)
        setStageDeadline(connection, after: options.closeTimeout)
    }

    /// The peer broke the protocol: it is told with a close code, and not listened to any more.
    func fail(_ connection: Connection, _ error: WebSocketError) {
        if connection.stage == .open { queueClose(connection, code: error.closeCode, reason: error.reason) }
        finish(connection)
    }

    /// Too slow: what has not left is thrown away, so that the close frame with its code is the next thing the client reads.
    func closeSlow(_ connection: Connection) {
        metrics.slowConsumers.add()
        connection.backlog?.discardUnsent()
        close(connection, code: .tooSlow, reason: "too slow")
    }

    /// Ends the write side once everything queued has left; until the peer ends too, its input is thrown away.
    /// A socket closed with input unread would reset, and the peer might never see our last bytes.
    func finish(_ connection: Connection) {
        if connection.stage == .open { metrics.websocketsClosing.add(1) }
        connection.stage = .lingering
        updateLane(connection)
        connection.endsAfterFlush = true
        tellClosed(connection)
        setStageDeadline(connection, after: options.closeTimeout)
        if turn.lanes[connection.slot].chain == Turn.none && connection.backlogBytes == 0 {
            shutDownWriting(connection)
        }
    }

    func shutDownWriting(_ connection: Connection) {
        if let tls = connection.tls {
            window.clearOutput()
            tls.end()
            sendCiphertext(connection)
            // Where the farewell does not fit any more, the flush that sends it comes back here.
            guard connection.stage != .ended, connection.backlogBytes == 0 else { return }
        }
        connection.endsAfterFlush = false
        shutdown(connection.descriptor, Int32(SHUT_WR))
        setStageDeadline(connection, after: options.lingerTimeout)
    }

    /// Forgets the connection at once.
    func end(_ connection: Connection) {
        guard connection.stage != .ended else { return }
        if connection.wasOpened && connection.stage != .open { metrics.websocketsClosing.add(-1) }
        connection.stage = .ended
        _ = Glibc.close(connection.descriptor)
        admission.leave(connection.peer.host, isPending: connection.isPending)
        connection.backlog = nil
        if connection.tls != nil, !connection.isHandshakeCounted { metrics.tlsHandshakes[.failed].add() }
        free(connection.id)
        metrics.connectionsOpen.add(-1)
        if connection.wasOpened {
            metrics.websocketsOpen.add(-1)
            metrics.closes[connection.closeCode.rawValue].add()
            tellClosed(connection)
        }
    }

    private func tellClosed(_ connection: Connection) {
        guard connection.isWithService else { return }
        connection.isWithService = false
        service.closed(connection, code: connection.closeCode)
    }

    /// The process ends: no close frames, no patience. Peers see 1006.
    func endAll() {
        forEach { end($0) }
    }

    private func queueClose(_ connection: Connection, code: CloseCode, reason: String) {
        connection.closeCode = code
        queueFrame(connection) { FrameWriter.appendClose(code, reason: reason, to: &$0) }
    }
}
