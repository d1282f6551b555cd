import Chat
import Domain
import EventLoop
import Locking
import Media
import Meters
import Security
import Settings
import Telemetry

/// The store of media, and all that the shards share to reach it.
final class MediaServices: Sendable {
    let store: any MediaStore
    /// Nil: another server has the bytes, and clients send them there.
    let directory: DirectoryStore?
    let signer: MediaSigner
    private let origin: String
    let threads: MediaThreads
    let places: UploadPlaces
    let buffers: MediaBuffers
    let log: Log
    /// Nil: it is no gateway that runs.
    private let metrics: ProcessMetrics?
    private let counting = Lock(())

    /// Nil: there are no media. `key`: of the store, the same at every node.
    static func make(
        _ configuration: Configuration, _ key: SharedDigestKey, _ metrics: ProcessMetrics?, _ log: Log
    ) throws(ConfigurationError) -> MediaServices? {
        switch configuration.media.store {
        case .none: nil
        case .directory, .s3: try MediaServices(configuration, key, metrics, log)
        }
    }

    /// U-29: where anybody reads an avatar for good; nil: it is none, or not ready. It has no name, which the owner has told nobody.
    func publicURL(of media: StoredMedia) -> String? {
        guard media.use == .avatar, media.state == .ready, let id = MediaID(media.id) else { return nil }
        return origin + signer.target(of: .reading(id: id, type: media.type, name: "", until: .max))
    }

    /// Where its bytes can be read for now; nil: they are not there.
    func url(of media: StoredMedia, _ configuration: Configuration) -> String? {
        guard media.state.isUsable, let served = media.served else { return nil }
        let end = MediaGrant.end(at: configuration.now.time, seconds: configuration.media.urlSeconds)
        return publicURL(of: media) ?? store.url(of: served, until: end)
    }

    /// Reads the key of the other server again (SIGHUP).
    func renewKey(_ s3: Configuration.Media.S3) throws(ConfigurationError) {
        try (store as? S3Store)?.renewKey(s3)
    }

    /// From any thread.
    func count(_ fault: MediaFault) { counting.withLock { _ in metrics?.mediaFaults[fault].add() } }

    func countFault(_ problem: MediaProblem) {
        switch problem {
        case .full: count(.full)
        case .failed: count(.failed)
        case .otherDigest: break
        }
    }

    /// Before a scrape.
    func measure() {
        metrics?.mediaUploadsOpen.set(places.taken)
        metrics?.mediaErrandsWaiting.set(threads.waitingCount)
        metrics?.mediaBufferBytes.set(buffers.taken)
    }

    /// Finds all problems that can be seen before any file of the store is touched.
    static func check(_ configuration: Configuration) throws(ConfigurationError) {
        let media = configuration.media
        if configuration.cluster.node != nil, media.store == .directory, !media.isShared {
            let message =
                "the nodes of a cluster have one directory for media; set media.shared if this is it, or media.store to "
                + "\"none\""
            throw ConfigurationError(problems: [Problem(place: "media.shared", message: message)])
        }
        let secret = try media.secret()
        if media.store == .s3 { _ = try S3Store.make(media, secret) }
    }

    private init(
        _ configuration: Configuration, _ key: SharedDigestKey, _ metrics: ProcessMetrics?, _ log: Log
    ) throws(ConfigurationError) {
        let media = configuration.media
        let secret = try media.secret()
        let signer = MediaSigner { secret ?? key.now.secret(for: "media") }
        (self.signer, origin) = (signer, media.origin)
        if media.store == .s3 {
            (store, directory) = (try S3Store.make(media, secret), nil)
        } else {
            let directory: DirectoryStore
            do throws(MediaProblem) {
                directory = try DirectoryStore(configuration.mediaDirectory, origin: media.origin, signer: signer)
            } catch {
                throw ConfigurationError(problems: [Problem(place: "media.directory", message: "\(error)")])
            }
            (store, self.directory) = (directory, directory)
        }
        threads = MediaThreads(media.threads)
        places = UploadPlaces(limit: media.uploads)
        buffers = MediaBuffers(limit: media.buffersBytes)
        (self.metrics, self.log) = (metrics, log)
        (store as? S3Store)?.sayWhatIsWrong(to: log, on: threads)
    }
}

extension Configuration {
    /// `media`: nil: there are none.
    func eventSurroundings(_ media: MediaServices?) -> BackendEventSurroundings {
        BackendEventSurroundings(systemSender: systemSender) { media?.url(of: $0, self) }
    }

    fileprivate var mediaDirectory: String { media.directory ?? data.directory + "/media" }
}

extension Configuration.Media {
    /// Nil: it comes from the store.
    func secret() throws(ConfigurationError) -> [UInt8]? {
        guard let secretFile else { return nil }
        let problem: String
        do throws(FileError) {
            let secret = try File.readSecret(secretFile)
            if secret.count >= 32 { return secret }
            problem = "the file \(secretFile) has \(secret.count) bytes, and a secret has at least 32"
        } catch {
            problem = "the file \(error)"
        }
        throw ConfigurationError(problems: [Problem(place: "media.secretFile", message: problem)])
    }
}

extension DigestKey {
    /// 32 bytes that say nothing about the key.
    fileprivate func secret(for purpose: String) -> [UInt8] {
        ["1", "2"].flatMap { half in
            var digest = KeyedDigest(self)
            for byte in "\(purpose) \(half)".utf8 { digest.take(byte) }
            return digest.finish().bytes
        }
    }
}

/// The connections that send uploads now: of each owner, and in all (U-16).
final class UploadPlaces: Sendable {
    enum Refusal {
        case ofOwner, ofAll
    }

    private struct Taken {
        var byOwner: [[UInt8]: Int] = [:]
        var count = 0
    }

    private let state = Lock(Taken())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var taken: Int { state.withLock { $0.count } }

    /// Nil: it is taken, and is given back later.
    func take(_ owner: [UInt8]) -> Refusal? {
        state.withLock { taken in
            if taken.byOwner[owner, default: 0] >= mostOfOwner { return .ofOwner }
            if taken.count >= limit { return .ofAll }
            taken.byOwner[owner, default: 0] += 1
            taken.count += 1
            return nil
        }
    }

    func giveBack(_ owner: [UInt8]) {
        state.withLock { taken in
            let rest = taken.byOwner[owner, default: 0] - 1
            precondition(rest >= 0, "an upload ends whose owner has none")
            taken.byOwner[owner] = rest == 0 ? nil : rest
            taken.count -= 1
        }
    }
}

/// The bytes of uploads and downloads that are in memory (`media.buffersBytes`). Shared by the shards.
final class MediaBuffers: Sendable {
    private let used = Lock(0)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var taken: Int { used.withLock { $0 } }

    /// Of bytes that have come already, and cannot be sent back. False: it is enough for now.
    func add(_ bytes: Int) -> Bool {
        used.withLock { used in
            used += bytes
            return used <= limit
        }
    }

    /// False: there is no room now.
    func take(_ bytes: Int) -> Bool {
        used.withLock { used in
            guard used + bytes <= limit else { return false }
            used += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) {
        used.withLock { used in
            used -= bytes
            precondition(used >= 0, "more is given back of media's buffers than was taken")
        }
    }
}

private let mostOfOwner = 4
