import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

extension Shard {
    /// Sends what this turn has queued: one write for each connection.
    func flushTurn() {
        while true {
            let dirty = turn.takeDirty()
            if dirty.isEmpty { break }
            for connection in dirty { flush(connection) }
        }
        turn.reset()
    }

    private func flush(_ connection: Connection) {
        let first = connection.firstPiece
        connection.firstPiece = Turn.none
        connection.lastPiece = Turn.none
        let queued = connection.queuedBytes
        connection.queuedBytes = 0
        if connection.stage == .ended { return }
        if connection.backlog != nil {
            moveToBacklog(connection, from: first, skipping: 0)
        } else if let tls = connection.tls {
            flushEncrypted(connection, tls, from: first, count: queued)
        } else {
            flushPlain(connection, from: first, count: queued)
        }
        settleFlush(connection)
    }

    /// After every attempt to write: the limits of the outbox, and an end that waited for it.
    private func settleFlush(_ connection: Connection) {
        if connection.stage == .ended { return }
        let waiting = connection.backlogBytes
        if waiting == 0 {
            if connection.endsAfterFlush { shutDownWriting(connection) }
        } else if connection.stage == .open, waiting > options.outboxBytes || node.isExceeded {
            closeSlow(connection)
        }
        watch(connection)
    }

    // MARK: - Plain

    private func flushPlain(_ connection: Connection, from first: Int32, count: Int) {
        let piece = turn.pieces[Int(first)]
        let bytes = piece.next == Turn.none ? turn.bytes(of: piece) : gather(from: first, count: count)
        let sent = write(connection, bytes)
        guard sent >= 0 else { return }
        if sent < bytes.count || sent < count { moveToBacklog(connection, from: first, skipping: sent) }
    }

    /// Copies the pieces together, as far as the scratch goes: for small frames cheaper than an iovec for each.
    private func gather(from first: Int32, count: Int) -> UnsafeRawBufferPointer {
        var filled = 0
        var index = first
        while index != Turn.none {
            let piece = turn.pieces[Int(index)]
            let bytes = turn.bytes(of: piece)
            let room = scratch.count - filled
            if filled > 0 && bytes.count > room { break }
            // A first piece that alone is larger than the scratch leaves from where it is.
            if bytes.count > room { return bytes }
            UnsafeMutableRawBufferPointer(rebasing: scratch[filled...]).copyMemory(from: bytes)
            filled += bytes.count
            index = piece.next
        }
        return UnsafeRawBufferPointer(rebasing: scratch[..<filled])
    }

    /// What the socket takes, 0 if it is full; -1: the connection has ended.
    private func write(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = Glibc.send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if sent >= 0 {
            metrics.bytesSent.add(sent)
            return sent
        }
        let code = martlet_errno()
        if code == EAGAIN || code == EINTR { return 0 }
        end(connection)
        return -1
    }

    // MARK: - TLS

    private func flushEncrypted(_ connection: Connection, _ tls: TLSSession, from first: Int32, count: Int) {
        window.output.clear()
        let piece = turn.pieces[Int(first)]
        if piece.next == Turn.none || count > scratch.count {
            var index = first
            while index != Turn.none {
                guard encrypt(connection, tls, turn.bytes(of: turn.pieces[Int(index)])) else { return }
                index = turn.pieces[Int(index)].next
            }
        } else {
            guard encrypt(connection, tls, gather(from: first, count: count)) else { return }
        }
        sendCiphertext(connection)
    }

    private func encrypt(_ connection: Connection, _ tls: TLSSession, _ plain: UnsafeRawBufferPointer) -> Bool {
        if tls.encrypt(plain) { return true }
        end(connection)
        return false
    }

    /// Sends the window's ciphertext; what the socket does not take waits, and everything after it too.
    func sendCiphertext(_ connection: Connection) {
        guard connection.stage != .ended, window.output.count > 0 else { return }
        var sent = 0
        if connection.backlog == nil {
            sent = write(connection, window.output.bytes)
            guard sent >= 0 else { return }
        }
        if sent < window.output.count {
            openBacklog(connection).append(sealed: UnsafeRawBufferPointer(rebasing: window.output.bytes[sent...]))
            watch(connection)
        }
        window.output.clear()
    }

    // MARK: - Backlog

    /// The socket can take more.
    func flushBacklog(_ connection: Connection) {
        guard let backlog = connection.backlog else { return watch(connection) }
        var isFull = false
        while !isFull, !backlog.isEmpty {
            if let tls = connection.tls, !backlog.isFirstSealed {
                guard sealFirst(connection, tls, backlog) else { return }
            }
            let offered = backlog.firstCount
            let taken = backlog.sendFirst { max(write(connection, $0), 0) }
            if connection.stage == .ended { return }
            if taken > 0 { noteProgress(connection) }
            isFull = taken < offered
        }
        if backlog.isEmpty {
            connection.backlog = nil
            arm(connection)
        }
        settleFlush(connection)
    }

    private func noteProgress(_ connection: Connection) {
        connection.lastProgress = loop.now
        // Who is not read from cannot be heard: that it takes what it is sent shows that it lives.
        if !connection.watched.mayRead { connection.lastHeard = loop.now }
    }

    /// Replaces the first item of a TLS connection's backlog by its ciphertext.
    private func sealFirst(_ connection: Connection, _ tls: TLSSession, _ backlog: Backlog) -> Bool {
        window.output.clear()
        guard backlog.withFirst({ encrypt(connection, tls, $0) }) else { return false }
        backlog.replaceFirst(sealed: window.output.bytes)
        window.output.clear()
        return true
    }

    private func moveToBacklog(_ connection: Connection, from first: Int32, skipping sent: Int) {
        let backlog = openBacklog(connection)
        var skipped = sent
        var index = first
        while index != Turn.none {
            let piece = turn.pieces[Int(index)]
            index = piece.next
            if skipped >= piece.count {
                skipped -= piece.count
                continue
            }
            if piece.payload == Turn.none {
                backlog.append(own: turn.bytes(of: piece), sent: skipped)
            } else {
                let payload = turn.payloads[Int(piece.payload)]
                backlog.append(payload, conflation: piece.conflation, sent: skipped)
            }
            skipped = 0
        }
    }

    private func openBacklog(_ connection: Connection) -> Backlog {
        if let backlog = connection.backlog { return backlog }
        let backlog = Backlog(node: node)
        connection.backlog = backlog
        connection.lastProgress = loop.now
        arm(connection)
        return backlog
    }

    /// Watches for what the connection can do: write while it has a backlog, read unless it owes us too much.
    private func watch(_ connection: Connection) {
        let waiting = connection.backlogBytes
        if waiting == 0 && connection.watched == .input { return }
        var wanted: Poller.Readiness = waiting > 0 ? .output : []
        let mayRead =
            connection.watched.contains(.input)
            ? waiting <= options.pauseReadingBytes : waiting <= options.pauseReadingBytes / 2
        // While closing, the peer's close frame must be heard whatever it owes.
        if mayRead || connection.stage != .open { wanted.insert(.input) }
        guard wanted != connection.watched else { return }
        connection.watched = wanted
        loop.poller.change(connection.descriptor, wanted, token: connection.id.token)
    }
}
