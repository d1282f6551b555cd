import CLinux
import Glibc
import Security

/// An open file or folder, closed with the last reference to it.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    var size: Int {
        get throws(MediaProblem) { Int(try status.st_size) }
    }

    var status: stat {
        get throws(MediaProblem) {
            var status = stat()
            guard fstat(number, &status) == 0 else { throw problem("cannot look at a file") }
            return status
        }
    }

    /// False: somebody else has the lock. It ends with the descriptor.
    func lock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    func sync() throws(MediaProblem) {
        if fsync(number) != 0 { throw problem("cannot write to the disk") }
    }

    /// If the file system cannot, the disk begins later.
    func startWriting() { _ = martlet_start_writing(number) }

    func write(_ bytes: [UInt8], at offset: Int) throws(MediaProblem) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(number, $0.baseAddress, $0.count, off_t(offset + written))
            }
            if count < 0 {
                if martlet_errno() == EINTR { continue }
                throw problem("cannot write a file")
            }
            written += count
        }
    }

    func read(at offset: Int, _ count: Int) throws(MediaProblem) -> [UInt8] {
        if count == 0 { return [] }
        var failure: MediaProblem?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // A buffer of some bytes has an address.
                let got = pread(number, buffer.baseAddress! + filled, count - filled, offset + filled)
                if got > 0 { filled += got; continue }
                if got < 0, martlet_errno() == EINTR { continue }
                failure = got < 0 ? problem("cannot read a file") : .failed("a file is shorter than it was")
                return
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func digest() throws(MediaProblem) -> [UInt8] {
        let (digest, size) = (RunningDigest(), try size)
        var offset = 0
        while offset < size {
            let bytes = try read(at: offset, min(256 << 10, size - offset))
            bytes.withUnsafeBytes { digest.take($0) }
            offset += bytes.count
        }
        return digest.finish()
    }
}

/// A subfolder of the store.
struct Folder {
    let file: Descriptor

    /// Nil: there is none. A link is none: nothing outside the directory is ever touched.
    init?(_ path: String) throws(MediaProblem) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(martlet_errno()) { return nil }
            throw problem("cannot open the folder", path)
        }
        file = Descriptor(number)
    }

    /// Nil: there is no such file. A link, or whatever else is no file, is none.
    func descriptor(of name: String, _ flags: Int32) throws(MediaProblem) -> Descriptor? {
        let number = openat(file.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            if [ENOENT, ELOOP, EISDIR, ENXIO].contains(martlet_errno()) { return nil }
            throw problem("cannot open", name)
        }
        let descriptor = Descriptor(number)
        return try descriptor.status.st_mode & S_IFMT == S_IFREG ? descriptor : nil
    }

    /// The names in it, in no order, `.` and `..` among them.
    func entries() throws(MediaProblem) -> [String] {
        // `fdopendir` takes the descriptor and closes it.
        guard let stream = fdopendir(dup(file.number)) else { throw problem("cannot list a folder") }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// Whether this name is still the open file's: it may have been removed or sealed before the lock was had.
    func has(_ open: Descriptor, as name: String) throws(MediaProblem) -> Bool {
        var named = stat()
        guard fstatat(file.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0 else {
            if martlet_errno() == ENOENT { return false }
            throw problem("cannot look at", name)
        }
        let status = try open.status
        return named.st_ino == status.st_ino && named.st_dev == status.st_dev
    }
}

/// Reads `errno`, so it must be called right after the call that failed.
func problem(_ attempt: String, _ path: String = "") -> MediaProblem {
    let code = martlet_errno()
    if code == ENOSPC || code == EDQUOT { return .full }
    return .failed("\(attempt)\(path.isEmpty ? "" : " \(path)"): \(String(cString: strerror(code)))")
}
