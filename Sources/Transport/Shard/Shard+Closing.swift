import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

/// In milliseconds: until a later turn, so that the close frame leaves.
private let surplusPatience: Int64 = 1

extension Shard {
    /// Begins the close handshake: what is queued goes out first, then a close frame; the peer has until the close
    /// timeout to answer.
    public func close(_ connection: Connection, code: CloseCode, reason: String = "") {
        loop.requireQueue()
        guard connection.stage == .open else { return }
        queueClose(connection, code: code, reason: reason)
        connection.stage = .closing
        updateSendSlot(connection)
        metrics.websocketsClosing.add(1)
        countAgain(connection)
        setStageDeadline(connection, after: patience(connection, options.closeTimeout))
        tellClosed(connection)
        _ = inputs.recount(connection)
        // The peer's close frame may have come before it was held.
        if !connection.unread.isEmpty {
            readFrames(connection, UnsafeMutableRawBufferPointer(start: nil, count: 0))
        }
    }

    /// The peer broke the protocol, or has sent too much: it is told with a close code, and not listened to any more.
    func fail(_ connection: Connection, code: CloseCode, reason: String) {
        if connection.stage == .open { queueClose(connection, code: code, reason: reason) }
        finish(connection)
    }

    /// Too slow: what has not left is thrown away, so that the close frame with its code is the next thing the client reads.
    func closeSlow(_ connection: Connection) {
        metrics.slowConsumers.add()
        connection.unsentSince = connection.backlog?.begunAt
        connection.backlog?.discardUnsent()
        close(connection, code: options.closeCodes.tooSlow, reason: "too slow")
    }

    /// Ends the write side once everything queued has left; until the peer ends too, its input is thrown away.
    /// A socket closed with input unread would reset, and the peer might never see our last bytes.
    func finish(_ connection: Connection) {
        if connection.stage == .open { metrics.websocketsClosing.add(1) }
        countAgain(connection)
        if connection.stage == .streaming { streams.forget(connection) }
        let cutsBody = connection.stage == .receiving
        connection.stage = .lingering
        // An answer of its receiver to that comes too late.
        if cutsBody { bodies.forget(connection) }
        updateSendSlot(connection)
        connection.endsAfterFlush = true
        // Of what has not come to its end nothing is kept while the peer is waited for.
        connection.http = HTTPRequestReader()
        connection.pause = nil
        connection.frames = FrameReader(role: .server)
        connection.unread = []
        tellDeparted(connection)
        connection.keptBytes = 0
        inputs.release(of: connection)
        setStageDeadline(connection, after: patience(connection, options.closeTimeout))
        if turn.sendSlots[connection.slot].chain == Turn.none && connection.backlogBytes == 0 {
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
        if !connection.wasOpened { connection.noteProgress(at: loop.now) }
        shutdown(connection.descriptor, Int32(SHUT_WR))
        setStageDeadline(connection, after: patience(connection, options.lingerTimeout))
    }

    /// Its session is over, so it counts against its address again, as before it had one.
    private func countAgain(_ connection: Connection) {
        if connection.standing == .settled, admissions[connection.role].beginClosing(connection.counted) {
            connection.standing = .closing
        }
    }

    /// How long the peer may take to end. Where it is still settled, there was no room for it among those that are closing.
    func patience(_ connection: Connection, _ usual: Int64) -> Int64 {
        connection.standing == .settled ? min(surplusPatience, usual) : usual
    }

    /// Forgets the connection at once, and has the kernel forget what the peer has not taken: it would go on offering that for
    /// minutes.
    func abort(_ connection: Connection) {
        if martlet_unacknowledged(connection.descriptor) > 0 {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        end(connection)
    }

    /// Forgets the connection at once.
    func end(_ connection: Connection) {
        guard connection.stage != .ended else { return }
        if connection.wasOpened && connection.stage != .open { metrics.websocketsClosing.add(-1) }
        if connection.stage == .streaming { streams.forget(connection) }
        let cutsBody = connection.stage == .receiving
        connection.stage = .ended
        if cutsBody { bodies.forget(connection) }
        inputs.release(of: connection)
        pages.forget(connection.slot)
        _ = Glibc.close(connection.descriptor)
        admissions[connection.role].leave(connection.counted, as: connection.standing)
        connection.unsentSince = connection.unsentSince ?? connection.backlog?.begunAt
        connection.backlog = nil
        if connection.tls != nil, !connection.isHandshakeCounted { metrics.tlsHandshakes[.failed].add() }
        free(connection.id)
        metrics.connectionsOpen.add(-1)
        if connection.wasOpened {
            metrics.websocketsOpen.add(-1)
            metrics.closes[connection.closeCode.rawValue].add()
            tellDeparted(connection)
        }
    }

    private func tellClosed(_ connection: Connection) {
        guard connection.serviceState == .open else { return }
        connection.serviceState = .closed
        service.closed(connection, code: connection.closeCode)
        connection.keptBytes = 0
    }

    private func tellDeparted(_ connection: Connection) {
        tellClosed(connection)
        guard connection.serviceState == .closed else { return }
        connection.serviceState = .unaware
        let unsentSince = connection.unsentSince ?? connection.backlog?.begunAt ?? .max
        service.departed(
            connection, heardUntil: min(connection.isClosedByPeer ? .max : connection.lastHeard, unsentSince))
    }

    private func queueClose(_ connection: Connection, code: CloseCode, reason: String) {
        connection.closeCode = code
        queueFrame(connection) { FrameWriter.appendClose(code, reason: reason, to: &$0) }
    }
}
