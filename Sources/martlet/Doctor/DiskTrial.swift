import CLinux
import EventLoop
import Glibc

/// A folder's disk, tried as the store uses it: a page is written and the disk is asked to say that it lasts.
struct DiskTrial: Equatable, Sendable {
    enum FileSystem: Sendable {
        case local
        /// Gone with the machine's power.
        case memory
        case network
    }

    var fileSystem = FileSystem.local
    var freeBytes = 0
    var syncsPerSecond = 0.0
    var slowestMilliseconds = 0.0

    struct Failure: Error {
        let reason: String
    }

    /// Takes a second or less; leaves nothing behind.
    static func run(in folder: String) throws(Failure) -> DiskTrial {
        var trial = DiskTrial()
        var freeBytes: Int64 = 0
        let number = martlet_file_system(folder, &freeBytes)
        guard number >= 0 else { throw failure(folder) }
        (trial.fileSystem, trial.freeBytes) = (kind(number), Int(freeBytes))
        let path = "\(folder)/martlet-doctor.\(getpid())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(folder) }
        defer {
            _ = close(descriptor)
            unlink(path)
        }
        try trial.measure(descriptor, folder)
        return trial
    }

    private mutating func measure(_ descriptor: Int32, _ folder: String) throws(Failure) {
        let page = [UInt8](repeating: 0x4D, count: 4_096)
        let began = Clock.monotonicNanoseconds
        var (now, syncs) = (began, 0)
        while now - began < trialNanoseconds, syncs < mostSyncs {
            guard pwrite(descriptor, page, page.count, off_t(syncs * page.count)) == page.count,
                fdatasync(descriptor) == 0
            else { throw Self.failure(folder) }
            let done = Clock.monotonicNanoseconds
            slowestMilliseconds = max(slowestMilliseconds, Double(done - now) / 1e6)
            (now, syncs) = (done, syncs + 1)
        }
        syncsPerSecond = Double(syncs) / (Double(now - began) / 1e9)
    }

    private static func failure(_ folder: String) -> Failure {
        Failure(reason: "\(folder): \(String(cString: strerror(martlet_errno())))")
    }

    /// As statfs(2) numbers them.
    private static func kind(_ number: Int64) -> FileSystem {
        switch number {
        case 0x0102_1994, 0x8584_58F6: .memory
        case 0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x00C3_6400: .network
        default: .local
        }
    }
}

private let trialNanoseconds: Int64 = 500_000_000
private let mostSyncs = 2_000
