import Commands
import Glibc
import JSON

/// How far an import has come, and which ids its groups and uploads have got: a file that only grows, a line for each step.
final class ImportJournal {
    /// The ids of groups here, by their ids there.
    private(set) var groups: [String: String] = [:]
    /// The uploads here, by their ids there.
    private(set) var media: [String: ImportedUpload] = [:]
    private var positions: [String: Int] = [:]
    private let descriptor: Int32
    private let path: String

    /// A journal of other files is refused: its positions would mean nothing.
    init(_ path: String, source: ImportSource) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, "cannot be opened") }
        var input = LineInput(descriptor: descriptor)
        var lines: [String] = []
        while !input.hasEnded { lines += try input.read() }
        // The last line has no end only if the writer was stopped in the middle of it.
        let whole = lines.dropLast()
        guard ftruncate(descriptor, off_t(whole.reduce(0) { $0 + $1.utf8.count + 1 })) == 0 else {
            throw Self.failure(path, "cannot be written")
        }
        let name = Self.name(of: source)
        for line in whole {
            guard let entry = try? JSONDocument().parse(line) else { throw Self.failure(path, "is no journal") }
            if let old = entry["group"]?.string, let new = entry["groupID"]?.string { groups[old] = new }
            if let old = entry["media"]?.string, let new = entry["mediaID"]?.string {
                media[old] = ImportedUpload(id: new, url: entry["url"]?.string)
            }
            if let stage = entry["stage"]?.string, let lines = entry["lines"]?.int64 { positions[stage] = Int(lines) }
            if let files = entry["files"]?.string, files != name {
                throw CommandFailure(reason: "\(path) is the journal of \(files), not of \(name)")
            }
        }
        if positions.isEmpty { try write { $0.field("files", name) } }
    }

    deinit { close(descriptor) }

    /// How many lines the stage is done with.
    func position(of stage: ImportStage) -> Int { positions[stage.rawValue] ?? 0 }

    func note(_ stage: ImportStage, lines: Int) throws {
        try write { json in
            json.field("stage", stage.rawValue)
            json.field("lines", lines)
        }
    }

    /// On the disk before anything else is done: a group that is made again would be another one.
    func note(group old: String, is new: String) throws {
        groups[old] = new
        try write { json in
            json.field("group", old)
            json.field("groupID", new)
        }
        if fdatasync(descriptor) != 0 { throw Self.failure(path, "cannot be written") }
    }

    /// One that is lost is found again by its digest.
    func note(media old: String, is new: ImportedUpload) throws {
        media[old] = new
        try write { json in
            json.field("media", old)
            json.field("mediaID", new.id)
            if let url = new.url { json.field("url", url) }
        }
    }

    func writeGroups(_ file: String) throws {
        var json = JSONWriter(style: .indented)
        json.object { json in
            for (old, new) in groups.sorted(by: { $0.key < $1.key }) {
                json.key(text: old)
                json.value(new)
            }
        }
        let output = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw Self.failure(file, "cannot be written") }
        defer { close(output) }
        try Self.write(json.text + "\n", to: output, file)
    }

    private func write(_ members: (inout JSONWriter) -> Void) throws {
        var json = JSONWriter()
        json.object(members)
        try Self.write(json.text + "\n", to: descriptor, path)
    }

    private static func write(_ text: String, to descriptor: Int32, _ path: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure(path, "cannot be written") }
            rest = rest.dropFirst(count)
        }
    }

    private static func name(of source: ImportSource) -> String {
        let files = source.files.map { file in
            var status = stat()
            return stat(file, &status) == 0 ? "\(file) (\(status.st_size) bytes)" : file
        }
        return ([source.format.rawValue] + files).joined(separator: ", ")
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(
            reason: "\(path) \(reason): \(String(cString: strerror(errno)))", exitCode: ExitCode.cannotCreate)
    }
}
