import Framing
import Media
import Meters
import Transport

/// The body of a request that sends bytes of an upload. They are gathered while others of it are written, and go to the disk in
/// the order in which they came (U-15).
final class IncomingUpload: BodyReceiver {
    private enum Phase {
        /// More of the body is to come.
        case coming
        /// All of it has come, and a response is owed.
        case whole
        /// The connection is over, or will be with the response that it has had.
        case over
    }

    private let connection: ConnectionID
    private let upload: Upload
    private let door: MediaDoor
    /// Of all responses to it.
    private let headers: [HTTPHeader]
    private var phase = Phase.coming
    /// Where the next bytes are written.
    private var offset: Int
    /// `PUT`: whatever has come before is dropped.
    private var startsAnew: Bool
    private var gathered: [UInt8] = []
    /// A thread works on it.
    private var isBusy = false
    private var hasWritten = false

    init(
        _ upload: Upload, at offset: Int, startsAnew: Bool, on connection: ConnectionID, _ headers: [HTTPHeader],
        by door: MediaDoor
    ) {
        self.upload = upload
        self.offset = offset
        self.startsAnew = startsAnew
        self.connection = connection
        self.headers = headers
        self.door = door
    }

    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        gathered += bytes
        door.count(.received, bytes.count)
        let hasRoom = door.addToBuffers(bytes.count)
        if isBusy {
            // It goes on once that is written, so no connection waits for another one's bytes.
            if gathered.count >= (hasRoom ? mostGathered : leastWrite) { door.hold(self.connection, true) }
        } else if gathered.count >= leastWrite || !hasRoom {
            write()
        }
    }

    func finish(on connection: Connection) {
        phase = .whole
        advance()
    }

    /// The bytes that have come are kept: the upload goes on behind them.
    func ended() {
        phase = .over
        advance()
    }

    private func advance() {
        if isBusy { return }
        if !gathered.isEmpty || phase == .whole && !hasWritten { return write() }
        switch phase {
        case .coming: break
        case .whole where offset == upload.size: seal()
        case .whole: answer(.noContent, at: offset)
        case .over: door.end(of: upload)
        }
    }

    private func write() {
        isBusy = true
        var bytes: [UInt8] = []
        swap(&bytes, &gathered)
        let (store, upload, offset, startsAnew, piece) = (door.store, upload, offset, startsAnew, bytes)
        door.ask(.short) { () throws(MediaProblem) in
            try store.append(piece, to: upload, at: offset, startsAnew: startsAnew)
        } then: { [self] result in
            isBusy = false
            hasWritten = true
            door.giveBackBuffer(piece.count)
            wrote(result)
        }
    }

    private func wrote(_ result: Result<DirectoryStore.Appending, MediaProblem>) {
        switch result {
        case .success(.done(let end)):
            (offset, startsAnew) = (end, false)
            if phase != .coming || gathered.count >= leastWrite { advance() }
            if phase == .coming { door.hold(connection, false) }
        case .success(.elsewhere(let other)): refuse(.conflict, at: other)
        case .success(.sealed): refuse(.conflict, at: upload.size)
        case .success(.beyondSize): refuse(.contentTooLarge)
        case .success(.gone): refuse(.notFound)
        case .failure(let problem): refuse(door.status(of: problem))
        }
    }

    private func seal() {
        let (store, upload) = (door.store, upload)
        isBusy = true
        door.ask(.long) { () throws(MediaProblem) in
            try store.seal(upload)
        } then: { [self] result in
            isBusy = false
            switch result {
            case .success(.sealed), .success(.wasSealed): answer(.noContent, at: offset)
            // Another connection has begun it anew.
            case .success(.isIncomplete), .success(.isInUse): refuse(.conflict)
            case .success(.isGone): refuse(.notFound)
            case .failure(let problem): refuse(door.status(of: problem))
            }
        }
    }

    private func answer(_ status: HTTPStatus, at offset: Int?) {
        door.answer(connection, MediaDoor.response(status, at: offset, headers))
        door.end(of: upload)
    }

    /// The rest that has come is dropped.
    private func refuse(_ status: HTTPStatus, at offset: Int? = nil) {
        door.giveBackBuffer(gathered.count)
        gathered = []
        switch phase {
        // The connection ends with it, and so does this, by `ended`.
        case .coming: door.answer(connection, MediaDoor.response(status, at: offset, headers))
        case .whole: answer(status, at: offset)
        case .over: door.end(of: upload)
        }
    }
}

/// Bytes, below which a disk is not asked.
private let leastWrite = 16 << 10
/// Bytes, beyond which the client waits for the disk.
private let mostGathered = 256 << 10
