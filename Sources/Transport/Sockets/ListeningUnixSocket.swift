import CLinux
import EventLoop
import Glibc

/// A Unix socket that listens, and its file. Shards take duplicates of the descriptor; its holder closes it.
struct ListeningUnixSocket: Sendable {
    let descriptor: Int32
    let file: SocketFile

    /// A file that a dead process has left is replaced. One at which somebody listens is not, unless it is `shared`: then
    /// clients that come from now on come here.
    init(_ path: String, backlog: Int32, shared: Bool) throws(SystemError) {
        try Self.makeRoom(at: path, shared: shared)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        if descriptor < 0 { throw SystemError("socket") }
        do throws(SystemError) {
            // The file gets these rights from its first moment, fewer by the process's umask.
            if fchmod(descriptor, rights) < 0 { throw SystemError("fchmod") }
            if withUnixAddress(path, { bind(descriptor, $0, $1) }) < 0 { throw SystemError("bind") }
            if chmod(path, rights) < 0 { throw SystemError("chmod") }
            if listen(descriptor, backlog) < 0 { throw SystemError("listen") }
            file = try SocketFile(path)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    private static func makeRoom(at path: String, shared: Bool) throws(SystemError) {
        var status = stat()
        if lstat(path, &status) < 0 {
            if martlet_errno() == ENOENT { return }
            throw SystemError("lstat")
        }
        // A file that is no socket is refused by `bind`.
        guard status.st_mode & S_IFMT == S_IFSOCK else { return }
        if !shared, try isListenedTo(path) { throw SystemError("bind", code: EADDRINUSE) }
        if unlink(path) < 0, martlet_errno() != ENOENT { throw SystemError("unlink") }
    }

    private static func isListenedTo(_ path: String) throws(SystemError) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        if probe < 0 { throw SystemError("socket") }
        defer { _ = close(probe) }
        if withUnixAddress(path, { connect(probe, $0, $1) }) == 0 { return true }
        switch martlet_errno() {
        case ECONNREFUSED, ENOENT: return false
        // A full backlog is somebody's.
        case EAGAIN: return true
        default: throw SystemError("connect")
        }
    }
}

/// For the process's user and group: who may connect asks for metrics without a key.
private let rights: mode_t = 0o660

/// The file of a Unix socket, as it was made.
struct SocketFile: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    fileprivate init(_ path: String) throws(SystemError) {
        var status = stat()
        if lstat(path, &status) < 0 { throw SystemError("lstat") }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Not if another process's file has taken its place.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
        _ = unlink(path)
    }
}

/// The settings have made sure that the path fits.
private func withUnixAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
        precondition(bytes.count < room.count, "a path of \(bytes.count) bytes for a Unix socket")
        room.copyBytes(from: bytes)
    }
    return withUnsafeBytes(of: &address) {
        // The structure is not empty.
        body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t($0.count))
    }
}
