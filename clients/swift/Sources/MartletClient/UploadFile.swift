import MartletBytes

#if canImport(CryptoKit)
import CryptoKit
#else
import MartletSecurity
#endif
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file of the disk. It is opened for each piece, so that nothing of it stays open while an upload waits.
struct UploadFile {
    /// A digest is made of pieces of so many bytes.
    private static let piece = 1 << 20

    let path: String
    let size: Int

    init(path: String) throws(MartletError) {
        self.path = path
        size = try opened(path) { file in
            let end = lseek(file, 0, SEEK_END)
            return end < 0 ? nil : Int(end)
        }
    }

    var name: String { String(path.split(separator: "/").last ?? "file") }

    /// Its media type by the ending of its name; the gateway looks at its first bytes as well.
    var type: String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    /// All bytes from one place to another.
    func bytes(from start: Int, to end: Int) throws(MartletError) -> [UInt8] {
        try opened(path) { file in
            let bytes = [UInt8](unsafeUninitializedCapacity: end - start) { room, count in
                while count < room.count {
                    let read = pread(file, room.baseAddress! + count, room.count - count, off_t(start + count))
                    if read < 0, errno == EINTR { continue }
                    // At its end the file has become shorter.
                    if read <= 0 { return }
                    count += read
                }
            }
            return bytes.count == end - start ? bytes : nil
        }
    }

    /// Its SHA-256, as the gateway takes it.
    func digest() async throws -> String {
        #if canImport(CryptoKit)
        var digest = SHA256()
        #else
        let digest = RunningDigest()
        #endif
        var start = 0
        while start < size {
            // Of a large file it takes a while, in which other tasks want the thread.
            await Task.yield()
            try Task.checkCancellation()
            let end = min(start + Self.piece, size)
            try bytes(from: start, to: end).withUnsafeBytes { bytes in
                #if canImport(CryptoKit)
                digest.update(bufferPointer: bytes)
                #else
                digest.take(bytes)
                #endif
            }
            start = end
        }
        #if canImport(CryptoKit)
        return Base64.url.encode(digest.finalize())
        #else
        return Base64.url.encode(digest.finish())
        #endif
    }
}

/// Nil of `body` says that the file cannot be read.
private func opened<Value>(_ path: String, _ body: (Int32) -> Value?) throws(MartletError) -> Value {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { _ = close(file) } }
    guard file >= 0, let value = body(file) else {
        throw MartletError(name: "fileGone", message: "\(path) cannot be read")
    }
    return value
}

private let types = [
    "aac": "audio/aac", "csv": "text/csv", "gif": "image/gif", "heic": "image/heic", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4", "mov": "video/quicktime", "mp3": "audio/mpeg",
    "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png", "txt": "text/plain", "wav": "audio/wav",
    "webp": "image/webp", "zip": "application/zip",
]
