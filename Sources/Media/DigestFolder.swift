import CLinux
import Glibc
import Security

/// U-40: a folder with the bytes of uploads. Each file has its SHA-256 as its name, as `sha256sum` writes it, so uploads of the
/// same bytes share one.
package struct DigestFolder {
    package let path: String
    private let folder: Folder

    package init(_ path: String) throws(MediaProblem) {
        guard let folder = try Folder(path) else { throw .failed("\(path) is no folder") }
        (self.path, self.folder) = (path, folder)
    }

    /// Makes it. One that has files is refused: they might be taken for those of this export.
    package static func make(_ path: String) throws(MediaProblem) -> DigestFolder {
        if mkdir(path, 0o700) != 0, martlet_errno() != EEXIST { throw problem("cannot make the folder", path) }
        let made = try DigestFolder(path)
        guard try made.names().isEmpty else { throw .failed("the folder \(path) is not empty") }
        return made
    }

    package func names() throws(MediaProblem) -> [String] {
        try folder.entries().filter { $0 != "." && $0 != ".." }
    }

    /// Nil: there is no such file.
    package func open(_ name: String) throws(MediaProblem) -> MediaFile? {
        guard let file = try folder.descriptor(of: name, O_RDONLY) else { return nil }
        return MediaFile(file, size: try file.size)
    }

    /// Copies media, and returns the name of the file; nil: the store has no such bytes.
    package func take(_ id: MediaID, size: Int, from store: any MediaStore) throws(MediaProblem) -> String? {
        guard let file = try folder.descriptor(of: incoming, O_WRONLY | O_CREAT | O_TRUNC) else {
            throw .failed("\(path)/\(incoming) is no file")
        }
        let digest = RunningDigest()
        var offset = 0
        while offset < size {
            guard let bytes = try store.read(id, at: offset, count: min(pieceBytes, size - offset)) else {
                try remove(incoming)
                return nil
            }
            bytes.withUnsafeBytes { digest.take($0) }
            try file.write(bytes, at: offset)
            offset += bytes.count
        }
        let name = hexadecimal(digest.finish())
        guard renameat(folder.file.number, incoming, folder.file.number, name) == 0 else {
            throw problem("cannot rename a file of", path)
        }
        return name
    }

    package func remove(_ name: String) throws(MediaProblem) {
        if unlinkat(folder.file.number, name, 0) != 0 { throw problem("cannot remove", name) }
    }
}

/// No digest is called so. An export that was stopped leaves it behind, and no import takes a folder that has it.
private let incoming = "incoming"
private let pieceBytes = 4 << 20
