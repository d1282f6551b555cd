import Commands
import JSON
import Media

/// U-40: an upload of a line, as the gateway has it now.
struct ImportedUpload {
    let id: String
    /// Of an avatar alone: where everybody reads it.
    let url: String?
}

/// U-40: the uploads that lines are about, and the folder with their bytes.
struct ImportMedia {
    /// Nil: none was given.
    private let folder: DigestFolder?
    /// The places of the lines that want a file of this name.
    private var wanted: [String: (place: String, size: Int64)] = [:]
    private var lines: Set<String> = []
    /// The uploads that messages refer to, with the place of one of these.
    private var referred: [String: String] = [:]

    init(_ path: String?) throws(CommandFailure) {
        do throws(MediaProblem) {
            folder = try path.map { path throws(MediaProblem) in try DigestFolder(path) }
        } catch {
            throw CommandFailure(reason: "\(error)", exitCode: ExitCode.badData)
        }
    }

    mutating func read(_ line: ImportLine) throws(CommandFailure) {
        for id in line.uploads { referred[id] = line.place }
        guard line.type == "media" else { return }
        if folder == nil { throw line.failure("it is about an upload: give the folder of its bytes by --media") }
        guard let size = line.json["size"]?.int64 else { throw line.failure("`size` is missing") }
        lines.insert(try line.required("mediaID"))
        wanted[try line.required("sha256")] = (line.place, size)
    }

    /// Before anything is taken: the folder has all files of the lines, and no others, and each has the bytes of its name.
    func check() throws(CommandFailure) {
        if let (id, place) = referred.first(where: { !lines.contains($0.key) }) {
            throw Self.damage("\(place): no line has the upload \(id)")
        }
        guard let folder else { return }
        do throws(MediaProblem) {
            for (name, line) in wanted.sorted(by: { $0.key < $1.key }) {
                guard let file = try folder.open(name) else {
                    throw .failed("\(line.place): \(folder.path) has no file \(name)")
                }
                guard file.size == line.size, try hex(file.digest()) == name else {
                    throw .failed("\(line.place): \(folder.path)/\(name) has other bytes")
                }
            }
            if let name = try folder.names().sorted().first(where: { wanted[$0] == nil }) {
                throw .failed("no line is about \(folder.path)/\(name)")
            }
        } catch {
            throw Self.damage("\(error)")
        }
    }

    private static func damage(_ fault: String) -> CommandFailure {
        CommandFailure(reason: "\(fault). Nothing is taken", exitCode: ExitCode.badData)
    }

    /// It was there when the folder was checked, perhaps by a command that was stopped.
    func file(of line: ImportLine) throws -> MediaFile {
        guard let file = try folder?.open(line.required("sha256")) else {
            throw line.failure("the file of its bytes is missing")
        }
        return file
    }
}

extension ImportLine {
    /// The uploads to which a message, or what it has forwarded, refers.
    var uploads: [String] {
        guard type == "message" else { return [] }
        return ([json] + json["merged"].list).flatMap { $0["media"].list.compactMap(\.string) }
    }
}
