import Domain
import Framing
import Media
import Transport

/// A file, or a part of it, on its way to a client: while one piece leaves, the next one is read.
final class Download: ResponseStream {
    private let connection: ConnectionID
    private let door: MediaDoor
    private let file: MediaFile
    /// The next byte to be read, and the end.
    private var next: Int
    private let end: Int
    /// Grows as long as the client takes them at once, so that a slow one holds little memory.
    private var pieceBytes = leastPiece
    private var isReading = false
    /// A piece that was read and waits until the one before has left.
    private var ready: Piece?
    /// The piece that was queued and has not left, and since when.
    private var queued: Piece?
    private var queuedAt: Milliseconds = 0
    /// The bytes that were queued in all, and those that had arrived at the last look.
    private var sent = 0
    private var arrived = 0
    private var isOver = false

    init(_ connection: ConnectionID, _ file: MediaFile, _ range: Range<Int>, by door: MediaDoor) {
        self.connection = connection
        self.file = file
        self.door = door
        (next, end) = (range.lowerBound, range.upperBound)
    }

    private struct Piece {
        let bytes: [UInt8]
        /// How many of them the buffers of all uploads and downloads have room for.
        let buffered: Int
    }

    /// Begins to read the next piece, if there is one and memory for it. Clients that take little may hold all buffers, so a
    /// download that has nothing in memory reads a small piece without them.
    func read() {
        guard !isReading, ready == nil, next < end, !isOver else { return }
        var count = min(pieceBytes, end - next)
        let hasRoom = door.takeBuffer(count)
        if !hasRoom {
            guard queued == nil else { return }
            count = min(leastPiece, count)
        }
        let (file, offset, size, buffered) = (file, next, count, hasRoom ? count : 0)
        isReading = true
        next += count
        door.ask(.short) { () throws(MediaProblem) in
            try file.read(at: offset, size)
        } then: { [self] result in
            take(result, buffered)
        }
    }

    private func take(_ result: Result<[UInt8], MediaProblem>, _ buffered: Int) {
        isReading = false
        guard !isOver else { return door.giveBackBuffer(buffered) }
        switch result {
        case .success(let piece):
            ready = Piece(bytes: piece, buffered: buffered)
            if queued == nil { sendReady() }
        case .failure(let problem):
            door.giveBackBuffer(buffered)
            door.note(problem)
            // The client sees that less has come than was announced.
            door.end(connection)
        }
    }

    private func sendReady() {
        guard let piece = ready else { return }
        ready = nil
        queued = piece
        queuedAt = door.now
        sent += piece.bytes.count
        // Before it is sent, since the response ends with its last piece.
        read()
        door.send(piece.bytes, to: connection)
    }

    func drained(_ connection: Connection) {
        guard let piece = queued else { return }
        door.giveBackBuffer(piece.buffered)
        queued = nil
        pieceBytes = door.now - queuedAt < quick ? min(2 * pieceBytes, mostPiece) : leastPiece
        sendReady()
        read()
    }

    /// U-16: a client that takes less than 1 KiB a second is given up.
    func deadlinePassed(_ connection: Connection) {
        let now = sent - door.unsent(connection)
        guard now - arrived >= leastInWindow else { return door.end(self.connection) }
        arrived = now
        door.watch(connection)
    }

    func ended() {
        isOver = true
        door.giveBackBuffer((queued?.buffered ?? 0) + (ready?.buffered ?? 0))
        (queued, ready) = (nil, nil)
    }
}

private let leastPiece = 32 << 10
private let mostPiece = 256 << 10
/// A piece that leaves within that has not waited for the client.
private let quick: Milliseconds = 500
/// In `MediaDoor.window`.
private let leastInWindow = 30 << 10
