import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

/// Bytes of a turn beyond which it is sent before its end, to bound the arena.
private let arenaLimit = 1 << 20

extension Shard {
    /// Sends early what has grown large. Only between two pieces of work: an end tells the service, which may be in
    /// the midst of anything else.
    func relieveTurn() {
        if turn.arena.count > arenaLimit { flushTurn() }
    }

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
        connection.queuedBytes = 0
        if connection.stage == .ended { return }
        if connection.backlog != nil {
            moveToBacklog(connection, from: first, skipping: 0)
        } else if let tls = connection.tls {
            flushEncrypted(connection, tls, from: first)
        } else {
            flushPlain(connection, from: first)
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

    private func flushPlain(_ connection: Connection, from first: Int32) {
        var first = first
        while first != Turn.none {
            let (bytes, next) = gather(from: first)
            let sent = write(connection, bytes)
            guard sent >= 0 else { return }
            guard sent == bytes.count else { return moveToBacklog(connection, from: first, skipping: sent) }
            first = next
        }
    }

    /// Copies the pieces together, as far as the scratch goes: for small frames cheaper than an iovec for each. `next` is
    /// the first piece that has no room.
    private func gather(from first: Int32) -> (bytes: UnsafeRawBufferPointer, next: Int32) {
        let piece = turn.pieces[Int(first)]
        // One that is alone or larger than the scratch leaves from where it is.
        if piece.next == Turn.none || piece.count > scratch.count { return (turn.bytes(of: piece), piece.next) }
        var filled = 0
        var index = first
        while index != Turn.none {
            let piece = turn.pieces[Int(index)]
            let bytes = turn.bytes(of: piece)
            if bytes.count > scratch.count - filled { break }
            UnsafeMutableRawBufferPointer(rebasing: scratch[filled...]).copyMemory(from: bytes)
            filled += bytes.count
            index = piece.next
        }
        return (UnsafeRawBufferPointer(rebasing: scratch[..<filled]), index)
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

    private func flushEncrypted(_ connection: Connection, _ tls: TLSSession, from first: Int32) {
        window.clearOutput()
        var first = first
        while first != Turn.none {
            let (bytes, next) = gather(from: first)
            guard encrypt(connection, tls, bytes) else { return }
            first = next
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
        window.clearOutput()
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
        if backlog.isEmpty { connection.backlog = nil }
        settleFlush(connection)
        // The deadline that went with the backlog was perhaps the nearest.
        if connection.backlog == nil, connection.stage != .ended { arm(connection) }
    }

    func noteProgress(_ connection: Connection) {
        connection.lastProgress = loop.now
        connection.unacknowledged = martlet_unacknowledged(connection.descriptor)
    }

    /// Replaces the first item of a TLS connection's backlog by its ciphertext.
    private func sealFirst(_ connection: Connection, _ tls: TLSSession, _ backlog: Backlog) -> Bool {
        window.clearOutput()
        guard backlog.withFirst({ encrypt(connection, tls, $0) }) else { return false }
        backlog.replaceFirst(sealed: window.output.bytes)
        window.clearOutput()
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
        noteProgress(connection)
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
        let isHeardAgain = wanted.mayRead && !connection.watched.mayRead
        connection.watched = wanted
        loop.poller.change(connection.descriptor, wanted, token: connection.id.token)
        if isHeardAgain {
            // Who was not read from could not be heard: its silence counts from here.
            connection.lastHeard = loop.now
            arm(connection)
        }
    }
}
