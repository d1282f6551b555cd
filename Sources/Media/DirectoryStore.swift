import Bytes
import CLinux
import Domain
import Glibc
import Security

/// Media as files of a directory: each in a subfolder by the first two characters of its id.
///
/// An upload is the file `<id>.part`, whose size is the offset at which it goes on. Once all has come and has the digest that
/// was announced, the file is renamed to `<id>`, and never changes again. Every change of a file is made under its lock, so
/// several connections, and several nodes with one directory, do not disturb each other.
package final class DirectoryStore: MediaStore {
    private let directory: String
    private let origin: String
    package let signer: MediaSigner
    /// The part of the disk that stays free, in percent.
    private let freePercent: Int

    /// Makes the directory where there is none. `origin`: before the paths of all URLs; empty: they are paths.
    package init(
        _ directory: String, origin: String = "", signer: MediaSigner, freePercent: Int = 5
    ) throws(MediaProblem) {
        self.directory = directory
        self.origin = origin
        self.signer = signer
        self.freePercent = freePercent
        if mkdir(directory, 0o700) != 0, martlet_errno() != EEXIST {
            throw problem("cannot make the folder", directory)
        }
        var status = stat()
        guard stat(directory, &status) == 0 else { throw problem("cannot look at the folder", directory) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .failed("\(directory) is no folder") }
        guard status.st_mode & 0o002 == 0 else { throw .failed("everybody may write to the folder \(directory)") }
        guard access(directory, R_OK | W_OK | X_OK) == 0 else { throw problem("cannot use the folder", directory) }
    }

    // MARK: - What every store does

    package func plan(for upload: Upload, until end: Milliseconds) throws(MediaProblem) -> UploadPlan {
        try checkRoom(for: upload.size)
        let path = path(of: upload.id)
        if mkdir(path, 0o700) != 0, martlet_errno() != EEXIST { throw problem("cannot make the folder", path) }
        guard let folder = try Folder(path) else { throw .failed("\(path) is no folder") }
        if try folder.descriptor(of: upload.id.text, O_RDONLY) == nil {
            let name = upload.id.text + partEnd
            guard try folder.descriptor(of: name, O_WRONLY | O_CREAT) != nil else {
                throw .failed("\(path)/\(name) is no file")
            }
        }
        return .offsets(url: origin + signer.target(of: .upload(upload, until: end)))
    }

    package func arrived(_ upload: Upload) throws(MediaProblem) -> Arrival? {
        switch try seal(upload) {
        case .sealed, .wasSealed: break
        case .isIncomplete, .isGone: return nil
        case .isInUse: throw .failed("another connection sends to \(upload.id.text)")
        }
        guard let file = try open(upload.id) else { return nil }
        guard file.size == upload.size else {
            throw .failed("\(upload.id.text) has \(file.size) bytes and not \(upload.size)")
        }
        return Arrival(
            size: file.size, isDigestVerified: upload.digest != nil, beginning: try file.read(at: 0, beginningBytes))
    }

    package func url(of media: ServedMedia, until end: Milliseconds) -> String {
        origin + signer.target(of: .reading(id: media.id, type: media.type, name: media.name, until: end))
    }

    package func read(_ id: MediaID, at offset: Int, count: Int) throws(MediaProblem) -> [UInt8]? {
        guard let folder = try Folder(path(of: id)), let file = try folder.descriptor(of: id.text, O_RDONLY) else {
            return nil
        }
        return try file.read(at: offset, count)
    }

    package func remove(_ id: MediaID) throws(MediaProblem) {
        guard let folder = try Folder(path(of: id)) else { return }
        for name in [id.text + partEnd, id.text] where unlinkat(folder.file.number, name, 0) != 0 {
            if martlet_errno() != ENOENT { throw problem("cannot remove", name) }
        }
    }

    package func ids(after last: MediaID?, limit: Int) throws(MediaProblem) -> [MediaID] {
        guard let all = try Folder(directory) else { throw .failed("the folder \(directory) is missing") }
        var found: [MediaID] = []
        let first = last.map { String($0.text.prefix(2)) } ?? ""
        for name in try all.entries().sorted() where name.utf8.count == 2 && name >= first {
            if found.count >= limit { break }
            guard let folder = try Folder("\(directory)/\(name)") else { continue }
            // Other files are nobody's media.
            let ids = try folder.entries().compactMap { file in
                MediaID(file.hasSuffix(partEnd) ? String(file.dropLast(partEnd.utf8.count)) : file)
            }
            found += Set(ids).filter { $0.text.hasPrefix(name) && $0.text > last?.text ?? "" }
                .sorted { $0.text < $1.text }
        }
        return Array(found.prefix(limit))
    }

    // MARK: - What the door does

    /// How far an upload has come.
    package enum Progress: Equatable, Sendable {
        /// So many bytes of it are there.
        case at(Int)
        /// All of it has come and agrees.
        case sealed
        /// It never was, or was removed.
        case gone
    }

    package func progress(of id: MediaID) throws(MediaProblem) -> Progress {
        guard let folder = try Folder(path(of: id)) else { return .gone }
        if let part = try folder.descriptor(of: id.text + partEnd, O_RDONLY) { return .at(try part.size) }
        return try folder.descriptor(of: id.text, O_RDONLY) == nil ? .gone : .sealed
    }

    package enum Appending: Equatable, Sendable {
        /// So many bytes are there now.
        case done(Int)
        /// Nothing was done: so many are there, and not as many as the client said.
        case elsewhere(Int)
        case gone, sealed, beyondSize
    }

    /// Appends bytes if so many are there. The first to append wins: a connection that is dead and does not know it yet
    /// disturbs nobody who has gone on.
    package func append(
        _ bytes: [UInt8], to upload: Upload, at offset: Int, startsAnew: Bool = false
    ) throws(MediaProblem) -> Appending {
        guard offset + bytes.count <= upload.size else { return .beyondSize }
        try checkRoom(for: bytes.count)
        guard let folder = try Folder(path(of: upload.id)) else { return .gone }
        let name = upload.id.text + partEnd
        guard let part = try folder.descriptor(of: name, O_RDWR) else {
            return try folder.descriptor(of: upload.id.text, O_RDONLY) == nil ? .gone : .sealed
        }
        let size = try part.size
        guard part.lock(), try folder.has(part, as: name) else { return .elsewhere(size) }
        if startsAnew, ftruncate(part.number, 0) != 0 { throw problem("cannot empty", name) }
        let start = try part.size
        guard start == offset else { return .elsewhere(start) }
        try part.write(bytes, at: offset)
        let end = offset + bytes.count
        // The end of an upload writes all, which takes long if the disk begins with it only then. Waiting for it here would have
        // the messages' commits wait, too.
        if offset / startedBytes != end / startedBytes { part.startWriting() }
        return .done(end)
    }

    package enum Sealing: Equatable, Sendable {
        case sealed, wasSealed, isIncomplete, isGone, isInUse
    }

    /// Once all has come: it is on the disk, agrees with its digest, and stays as it is. Of another digest nothing is kept, and
    /// the client may send it again.
    package func seal(_ upload: Upload) throws(MediaProblem) -> Sealing {
        guard let folder = try Folder(path(of: upload.id)) else { return .isGone }
        let name = upload.id.text + partEnd
        guard let part = try folder.descriptor(of: name, O_RDWR) else {
            return try folder.descriptor(of: upload.id.text, O_RDONLY) == nil ? .isGone : .wasSealed
        }
        guard part.lock(), try folder.has(part, as: name) else { return .isInUse }
        guard try part.size == upload.size else { return .isIncomplete }
        if let digest = upload.digest, try part.digest() != digest {
            if ftruncate(part.number, 0) != 0 { throw problem("cannot empty", name) }
            throw .otherDigest
        }
        try part.sync()
        guard renameat(folder.file.number, name, folder.file.number, upload.id.text) == 0 else {
            throw problem("cannot rename", name)
        }
        try folder.file.sync()
        return .sealed
    }

    /// Nil: it is not there, or not all of it.
    package func open(_ id: MediaID) throws(MediaProblem) -> MediaFile? {
        guard let folder = try Folder(path(of: id)), let file = try folder.descriptor(of: id.text, O_RDONLY) else {
            return nil
        }
        return MediaFile(file, size: try file.size)
    }

    // MARK: - Paths

    private func path(of id: MediaID) -> String { "\(directory)/\(id.text.prefix(2))" }

    private func checkRoom(for bytes: Int) throws(MediaProblem) {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { throw problem("cannot look at the disk of", directory) }
        let (free, all) = (Int(status.f_bavail * status.f_frsize), Int(status.f_blocks * status.f_frsize))
        guard free - bytes >= all / 100 * freePercent else { throw .full }
    }
}

/// A sealed file that is being given out.
package final class MediaFile: Sendable {
    package let size: Int
    private let file: Descriptor

    init(_ file: Descriptor, size: Int) {
        self.file = file
        self.size = size
    }

    /// Up to so many bytes; fewer only at the end.
    package func read(at offset: Int, _ count: Int) throws(MediaProblem) -> [UInt8] {
        try file.read(at: offset, max(0, min(count, size - offset)))
    }

    package func digest() throws(MediaProblem) -> [UInt8] { try file.digest() }
}

private let partEnd = ".part"
/// By which a file's type is known.
private let beginningBytes = 64 << 10
/// An upload is told to the disk each time that it has so many bytes more.
private let startedBytes = 1 << 20
