import Glibc

/// The small files a start depends on: the configuration, keys.
package enum File {
    /// Files beyond this size are no configuration.
    package static let longest = 1_048_576

    /// It must be a regular file: SIGHUP has it read again, and nobody would be waited for then.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        let (descriptor, _) = try openRegular(path)
        defer { close(descriptor) }
        return try contents(of: descriptor, path)
    }

    /// Of a file of any kind, as a pipe is one: it is read once.
    package static func readText(_ path: String) throws(FileError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, "cannot be read", errno) }
        defer { close(descriptor) }
        guard let text = String(validating: try contents(of: descriptor, path), as: UTF8.self) else {
            throw FileError(path: path, reason: "is not UTF-8")
        }
        return text
    }

    /// As `read`, of a file that holds secrets: it must be closed to everybody but its owner, and a file of root's to
    /// everybody but one group, which may read it.
    package static func readSecret(_ path: String) throws(FileError) -> [UInt8] {
        let (descriptor, status) = try openRegular(path)
        defer { close(descriptor) }
        // Only root can give its files to a group. Its own group is everybody's on some systems.
        let isGivenToGroup = status.st_uid == 0 && status.st_gid != 0
        guard status.st_mode & (isGivenToGroup ? 0o037 : 0o077) == 0 else {
            let mode = isGivenToGroup ? "640" : "600"
            throw FileError(path: path, reason: "holds secrets and is open to other users; run `chmod \(mode) \(path)`")
        }
        return try contents(of: descriptor, path)
    }

    /// Makes a file that only its owner may read; one that exists is never overwritten. A file that root makes belongs
    /// to owner and group of the folder: a service that reads its configuration there reads the file, too.
    package static func createSecret(_ path: String, _ contents: String) throws(FileError) {
        var folder = stat()
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard stat(parent, &folder) == 0 else { throw FileError(path, "cannot be created", errno) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, "cannot be created", errno) }
        defer { close(descriptor) }
        if geteuid() == 0, (folder.st_uid, folder.st_gid) != (0, 0) {
            let mode: mode_t = folder.st_uid == 0 ? 0o640 : 0o600
            guard fchown(descriptor, folder.st_uid, folder.st_gid) == 0, fchmod(descriptor, mode) == 0 else {
                throw FileError(path, "cannot be given to the owner and group of its folder", errno)
            }
        }
        try write(contents, to: descriptor, path)
    }

    /// Replaces a file of secrets by what `change` makes of it; owner, group and mode stay. A reader meanwhile, or after a
    /// crash, finds the former file or the new one. Of two programs that change it at once, the second one waits.
    package static func changeSecret(_ path: String, _ change: ([UInt8]) throws -> String) throws {
        guard let resolved = realpath(path, nil) else { throw FileError(path, "cannot be read", errno) }
        defer { free(resolved) }
        let path = String(cString: resolved)
        guard let slash = path.lastIndex(of: "/") else { preconditionFailure("\(path) is no resolved path") }
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw FileError(path, "cannot be locked", errno) }
        defer { close(folder) }
        guard flock(folder, LOCK_EX) == 0 else { throw FileError(path, "cannot be locked", errno) }
        let contents = try change(try readSecret(path))
        var former = stat()
        guard stat(path, &former) == 0 else { throw FileError(path, "cannot be read", errno) }
        let new = path + ".new"
        // A change that was killed has left it, and the lock is ours.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(new, "cannot be created", errno) }
        defer { close(descriptor) }
        do {
            guard fchown(descriptor, former.st_uid, former.st_gid) == 0, fchmod(descriptor, former.st_mode & 0o777) == 0
            else { throw FileError(path, "cannot keep its owner, group and mode", errno) }
            try write(contents, to: descriptor, new)
            guard fsync(descriptor) == 0, rename(new, path) == 0, fsync(folder) == 0 else {
                throw FileError(path, "cannot be written", errno)
            }
        } catch {
            unlink(new)
            throw error
        }
    }

    private static func write(_ contents: String, to descriptor: Int32, _ path: String) throws(FileError) {
        let bytes = Array(contents.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw FileError(path, "cannot be written", errno) }
            written += max(count, 0)
        }
    }

    /// Without waiting, as for a writer of a FIFO.
    private static func openRegular(_ path: String) throws(FileError) -> (descriptor: Int32, status: stat) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(path, "cannot be read", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError(path: path, reason: "is not a regular file")
        }
        return (descriptor, status)
    }

    private static func contents(of descriptor: Int32, _ path: String) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes[filled...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return Array(bytes[..<filled]) }
            guard count > 0 || errno == EINTR else { throw FileError(path, "cannot be read", errno) }
            filled += max(count, 0)
        }
        throw FileError(path: path, reason: "is longer than \(longest) bytes")
    }
}

/// Why a file could not be used, with what to do where that is known.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path) \(reason)" }

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    fileprivate init(_ path: String, _ failure: String, _ code: Int32) {
        self.init(path: path, reason: "\(failure): \(String(cString: strerror(code)))")
    }
}
