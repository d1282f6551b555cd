import Locking
import Storage

/// Keeps a store's file as a snapshot at the log, and gets it back: in chunks, of which those are sent that have changed. It
/// waits for the disk and the log, so it has a queue of its own.
struct StoreSnapshots {
    private static let chunkBytes = 256 << 10
    /// How many chunks the log is asked about at a time.
    private static let chunksPerCall = 64

    private let directory: DataDirectory
    private let log: any ClusterLog
    private let hasEnded: Ending

    init(_ directory: DataDirectory, at log: any ClusterLog, until hasEnded: Ending) {
        self.directory = directory
        self.log = log
        self.hasEnded = hasEnded
    }

    private func goOn() throws(SnapshotError) {
        if hasEnded.isSet { throw .unusable("the node ends") }
    }

    func keep() throws(SnapshotError) {
        let copy = try SnapshotError.stored { () throws(StoreError) in try StoreCopy.make(of: directory) }
        // The position is read from the copy itself: it is of the same transaction as all the rest.
        guard let place = try place(of: copy) else { return }
        var digests: [ChunkDigest] = []
        while true {
            try goOn()
            let chunks = try read(from: copy, at: digests.count * Self.chunkBytes)
            if chunks.isEmpty { break }
            let found = chunks.map { ChunkDigest(of: $0) }
            try send(Dictionary(zip(found, chunks)) { $1 }, for: place.position)
            digests += found
        }
        try SnapshotError.logged { () throws(LogError) in try log.keep(Snapshot(place, digests)) }
    }

    private func read(from copy: StoreCopy, at start: Int) throws(SnapshotError) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for number in 0..<Self.chunksPerCall {
            let chunk = try SnapshotError.stored { () throws(StoreError) in
                try copy.read(at: start + number * Self.chunkBytes, upTo: Self.chunkBytes)
            }
            if chunk.isEmpty { break }
            chunks.append(chunk)
        }
        return chunks
    }

    private func send(_ chunks: [ChunkDigest: [UInt8]], for position: Position) throws(SnapshotError) {
        try SnapshotError.logged { () throws(LogError) in
            for digest in try log.missing(of: Array(chunks.keys), for: position) {
                // The log was asked about these alone.
                try log.keep(chunks[digest]!, for: position)
            }
        }
    }

    /// The newest one, as it was kept.
    func fetch() throws(SnapshotError) -> StoreCopy {
        let newest = try SnapshotError.logged { () throws(LogError) in try log.newestSnapshot() }
        guard let newest else { throw .unusable("the log has no snapshot") }
        let copy = try SnapshotError.stored { () throws(StoreError) in try StoreCopy.receive(in: directory) }
        for digest in newest.chunks {
            try goOn()
            let chunk = try SnapshotError.logged { () throws(LogError) in try log.chunk(digest) }
            guard let chunk else { throw .unusable("newer snapshots have taken the place of the one that was read") }
            guard ChunkDigest(of: chunk) == digest else { throw .unusable("chunk \(digest) is damaged") }
            try SnapshotError.stored { () throws(StoreError) in try copy.append(chunk) }
        }
        guard try place(of: copy) == newest.place else {
            throw .unusable("the snapshot of record \(newest.place) is of another place")
        }
        return copy
    }

    /// Nil: the store is new.
    private func place(of copy: StoreCopy) throws(SnapshotError) -> LogPlace? {
        try SnapshotError.stored { () throws(StoreError) in
            try copy.state().map { bytes throws(StoreError) in try StoredState(bytes).place }
        }
    }
}

/// Tells work on another queue that nobody waits for it any more.
final class Ending: Sendable {
    private let state = Lock(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

/// Why a snapshot was not kept, or not fetched. It is tried again.
enum SnapshotError: Error, CustomStringConvertible {
    case store(StoreError)
    case log(LogError)
    case unusable(String)

    static func stored<Result>(_ body: () throws(StoreError) -> Result) throws(SnapshotError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }

    static func logged<Result>(_ body: () throws(LogError) -> Result) throws(SnapshotError) -> Result {
        do throws(LogError) {
            return try body()
        } catch {
            throw .log(error)
        }
    }

    var description: String {
        switch self {
        case .store(let error): "\(error)"
        case .log(let error): "\(error)"
        case .unusable(let reason): reason
        }
    }
}
