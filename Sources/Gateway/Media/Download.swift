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
    private var ready: [UInt8]?
    /// The bytes that were queued and have not left, and since when.
    private var queued = 0
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

    /// Begins to read the next piece, if there is one and memory for it.
    func read() {
        guard !isReading, ready == nil, next < end, !isOver else { return }
        let (file, offset, count) = (file, next, min(pieceBytes, end - next))
        guard door.takeBuffer(count, then: { [weak self] in self?.read() }) else { return }
        isReading = true
        next += count
        door.ask(.short) { () throws(MediaProblem) in
            try file.read(at: offset, count)
        } then: { [self] result in
            take(result, count)
        }
    }

    private func take(_ result: Result<[UInt8], MediaProblem>, _ count: Int) {
        isReading = false
        guard !isOver else { return door.giveBackBuffer(count) }
        switch result {
        case .success(let piece):
            ready = piece
            if queued == 0 { sendReady() }
        case .failure(let problem):
            door.giveBackBuffer(count)
            door.note(problem)
            // The client sees that less has come than was announced.
            door.end(connection)
        }
    }

    private func sendReady() {
        guard let piece = ready else { return }
        ready = nil
        queued = piece.count
        queuedAt = door.now
        sent += piece.count
        // Before it is sent, since the response ends with its last piece.
        read()
        door.send(piece, to: connection)
    }

    func drained(_ connection: Connection) {
        guard queued > 0 else { return }
        door.giveBackBuffer(queued)
        queued = 0
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
        door.giveBackBuffer(queued + (ready?.count ?? 0))
        (queued, ready) = (0, nil)
    }
}

private let leastPiece = 32 << 10
private let mostPiece = 256 << 10
/// A piece that leaves within that has not waited for the client.
private let quick: Milliseconds = 500
/// In `MediaDoor.window`.
private let leastInWindow = 30 << 10
