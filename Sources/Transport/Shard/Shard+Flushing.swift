import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

/// Bytes of a turn beyond which it is sent before its end, to bound the arena.
private let arenaLimit = 1 << 20
/// Ciphertext beyond which no more is made before it has left.
private let mostSealed = 1 << 20

extension Shard {
    /// Sends early what has grown large. Only between two pieces of work: an end tells the service, which may be in
    /// the midst of anything else.
    func relieveTurn() {
        if turn.arena.count > arenaLimit { flushTurn() }
    }

    /// Sends what this turn has queued: one write for each connection.
    func flushTurn() {
        var slots: [Int32] = []
        swap(&slots, &spareSlots)
        while true {
            turn.takeDirty(&slots)
            if slots.isEmpty { break }
            var shipped = 0
            while shipped < slots.count { shipped = ship(slots, from: shipped) }
            slots.removeAll(keepingCapacity: true)
        }
        swap(&slots, &spareSlots)
        turn.reset()
    }

    /// As many of them as there is room for; returns where the others begin. Until they have left, nobody else may queue
    /// anything: what is packed are pointers. So an end, of which the service is told, comes last.
    private func ship(_ slots: [Int32], from first: Int) -> Int {
        writeBatch.clear()
        window.clearOutput()
        var next = first
        while next < slots.count, pack(Int(slots[next])) { next += 1 }
        metrics.bytesSent.add(writeBatch.send(sealed: window.output.bytes))
        for pendingWrite in writeBatch.pendingWrites
        where pendingWrite.sent >= 0 && pendingWrite.sent < pendingWrite.count {
            keepRest(of: pendingWrite)
        }
        for pendingWrite in writeBatch.pendingWrites {
            if pendingWrite.sent == pendingWrite.count && turn.sendSlots[pendingWrite.slot].isFree { continue }
            settle(pendingWrite)
        }
        return next
    }

    /// False: there is no room before the others have left.
    private func pack(_ slot: Int) -> Bool {
        let sendSlot = turn.sendSlots[slot]
        if sendSlot.chain == Turn.none { return true }
        if writeBatch.isFull || window.output.count > mostSealed { return false }
        let connection = sendSlot.isFree ? nil : connections[slot]
        if let connection, connection.backlog != nil {
            moveToBacklog(connection, from: sendSlot.chain, skipping: 0)
            writeBatch.put(PendingWrite(slot, sendSlot, sealed: 0..<0))
        } else {
            guard let bytes = writeBatch.bytes(of: sendSlot.chain, in: turn) else { return false }
            writeBatch.put(
                connection?.tls.map { seal(bytes, $0, slot, sendSlot) } ?? PendingWrite(slot, sendSlot, bytes))
        }
        turn.sendSlots[slot].chain = Turn.none
        return true
    }

    private func seal(_ bytes: UnsafeRawBufferPointer, _ tls: TLSSession, _ slot: Int, _ sendSlot: SendSlot)
        -> PendingWrite
    {
        let start = window.output.count
        let isWell = tls.encrypt(bytes)
        var pendingWrite = PendingWrite(slot, sendSlot, sealed: start..<(isWell ? window.output.count : start))
        if !isWell { pendingWrite.sent = -1 }
        return pendingWrite
    }

    /// Keeps the bytes that the socket did not take.
    private func keepRest(of pendingWrite: PendingWrite) {
        guard let connection = connections[pendingWrite.slot] else { return }
        if pendingWrite.isSealed {
            let range = (pendingWrite.offset + pendingWrite.sent)..<(pendingWrite.offset + pendingWrite.count)
            openBacklog(connection).append(sealed: UnsafeRawBufferPointer(rebasing: window.output.bytes[range]))
        } else {
            moveToBacklog(connection, from: pendingWrite.sendSlot.chain, skipping: pendingWrite.sent)
        }
    }

    /// Unless the connection has ended meanwhile.
    private func settle(_ pendingWrite: PendingWrite) {
        guard let connection = connections[pendingWrite.slot],
            connection.id.generation == pendingWrite.sendSlot.generation
        else {
            return
        }
        if pendingWrite.sent < 0 { end(connection) } else { settleFlush(connection) }
    }

    /// After every attempt to write: the limits of the outbox, and an end that waited for it.
    private func settleFlush(_ connection: Connection) {
        if connection.stage == .ended { return }
        let waiting = connection.backlogBytes
        if waiting == 0 {
            if connection.endsAfterFlush { shutDownWriting(connection) }
            if connection.stage == .streaming { streams.drained(connection) }
        } else if connection.stage == .open, waiting > options.outboxBytes || node.isExceeded {
            closeSlow(connection)
        } else if connection.stage == .streaming, waiting > options.outboxBytes || node.isExceeded {
            metrics.slowConsumers.add()
            return abort(connection)
        }
        if !connection.wasOpened { pages.relieve(connection) }
        // The farewell of TLS, or the source of a stream, may have met with its end.
        if connection.stage != .ended { watch(connection) }
    }

    /// Writes as many bytes as the socket takes, and returns their number; 0 if it is full; -1: the connection has ended.
    private func write(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int {
        let result = Glibc.send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        let sent = bytesTaken(result, martlet_errno())
        if sent < 0 { end(connection) } else { metrics.bytesSent.add(sent) }
        return sent
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
            let backlog = openBacklog(connection)
            backlog.append(sealed: UnsafeRawBufferPointer(rebasing: window.output.bytes[sent...]))
            // At any stage: a client may have TLS answer it without an end (RFC 8446 §4.6.3), and take nothing.
            if backlog.count > options.outboxBytes {
                metrics.slowConsumers.add()
                return abort(connection)
            }
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
            if taken > 0 {
                connection.noteProgress(at: loop.now)
                // The last response goes on as long as the client takes it.
                if connection.endsAfterFlush, !connection.wasOpened {
                    setStageDeadline(connection, after: patience(connection, options.closeTimeout))
                }
            }
            isFull = taken < offered
        }
        if backlog.isEmpty { connection.backlog = nil }
        settleFlush(connection)
        // The deadline that went with the backlog was perhaps the nearest.
        if connection.backlog == nil, connection.stage != .ended { arm(connection) }
    }

    /// Replaces the first item of a TLS connection's backlog by its ciphertext.
    private func sealFirst(_ connection: Connection, _ tls: TLSSession, _ backlog: Backlog) -> Bool {
        window.clearOutput()
        guard backlog.withFirst({ encrypt(connection, tls, $0) }) else { return false }
        backlog.replaceFirst(sealed: window.output.bytes)
        window.clearOutput()
        return true
    }

    private func moveToBacklog(_ connection: Connection, from chain: Int32, skipping sent: Int) {
        let backlog = openBacklog(connection)
        var skipped = sent
        for piece in turn.pieces(upTo: chain) {
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
        let backlog = Backlog(node: node, isPage: !connection.wasOpened, at: loop.now)
        connection.backlog = backlog
        updateSendSlot(connection)
        connection.noteProgress(at: loop.now)
        arm(connection)
        return backlog
    }

    /// Watches for what the connection can do: write while it has a backlog, read unless it owes us too much.
    func watch(_ connection: Connection) {
        defer { updateSendSlot(connection) }
        let waiting = connection.backlogBytes
        // A socket whose input is over would be ready for ever.
        let isDeaf =
            connection.stage == .answering || connection.isSendingLength || connection.isBodyHeld
            || connection.isInputOver || connection.isSlowed
        let isHeld = isDeaf || connection.isHeld
        if waiting == 0 && connection.watched == .input && !isHeld { return }
        var wanted: Poller.Readiness = waiting > 0 ? .output : []
        let mayRead =
            connection.watched.contains(.input)
            ? waiting <= options.pauseReadingBytes : waiting <= options.pauseReadingBytes / 2
        // While closing, the peer's close frame must be heard whatever it owes.
        if !isDeaf, mayRead && !isHeld || connection.stage != .open { wanted.insert(.input) }
        guard wanted != connection.watched else { return }
        let isHeardAgain = wanted.mayRead && !connection.watched.mayRead
        connection.watched = wanted
        loop.poller.change(connection.descriptor, wanted, token: connection.id.token)
        if isHeardAgain {
            // Nothing was read from the connection, so nothing could be heard: its silence counts from here.
            connection.lastHeard = loop.now
            arm(connection)
        }
    }
}

extension Connection {
    func noteProgress(at now: Int64) {
        lastProgress = now
        unacknowledged = martlet_unacknowledged(descriptor)
    }
}
