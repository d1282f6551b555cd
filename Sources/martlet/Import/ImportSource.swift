import Commands
import Glibc
import JSON

/// The lines of an import, in the order of its files. They are read once for each stage, and never all held.
struct ImportSource {
    let format: ImportFormat
    let files: [String]

    func forEach(_ body: (ImportLine) throws -> Void) throws {
        for file in files {
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw CommandFailure(
                    reason: "\(file) cannot be read: \(String(cString: strerror(errno)))", exitCode: ExitCode.badData)
            }
            defer { close(descriptor) }
            var input = LineInput(descriptor: descriptor)
            var number = 0
            while !input.hasEnded {
                for text in try input.read() {
                    number += 1
                    if text.allSatisfy(\.isWhitespace) { continue }
                    for line in try lines(in: text, at: "\(file):\(number)") { try body(line) }
                }
            }
        }
    }

    /// A line as docs/importing.md has it stands for itself; a message of the service's files or an answer becomes lines.
    private func lines(in text: String, at place: String) throws -> [ImportLine] {
        let record = try ImportLine(text, at: place)
        if let messages = format.read(fromFile: record.json) {
            return try messages.map { try ImportLine($0, at: place) }
        }
        if record.json["type"] != nil { return [record] }
        guard let call = record.json["call"]?.string, let answer = record.json["answer"], format != .lines else {
            let wanted = format == .lines ? "`type`" : "`type`, or `call` and `answer`"
            throw CommandFailure(reason: "\(place): an object with \(wanted) is wanted", exitCode: ExitCode.badData)
        }
        let saved = SavedAnswer(call: call, request: record.json["request"], answer: answer)
        return try format.read(saved).map { try ImportLine($0, at: place) }
    }
}

/// One thing to take along, with members as the gateway's operations have them.
struct ImportLine {
    let text: String
    let json: JSONValue
    /// The file and the number of the line that it comes from.
    let place: String

    init(_ text: String, at place: String) throws(CommandFailure) {
        self.text = text
        self.place = place
        do throws(JSONError) {
            json = try JSONDocument().parse(text, limits: JSONLimits(bytes: 64 << 20, values: 1 << 22))
        } catch {
            throw CommandFailure(reason: "\(place): \(error)", exitCode: ExitCode.badData)
        }
    }

    var type: String { json["type"]?.string ?? "" }

    /// What the line cannot be without.
    func required(_ name: StaticString) throws(CommandFailure) -> String {
        guard let text = json[name]?.identifier else {
            throw CommandFailure(reason: "\(place): `\(name)` is missing", exitCode: ExitCode.badData)
        }
        return text
    }
}

/// What a service has answered to a call, saved with it.
struct SavedAnswer {
    /// The path of the call, behind the service's host and version.
    let call: String
    let request: JSONValue?
    let answer: JSONValue
}

extension JSONValue {
    /// Services write ids as texts and as numbers.
    var identifier: String? {
        switch kind {
        case .string: string
        case .number: String(decoding: raw, as: UTF8.self)
        case .null, .bool, .array, .object: nil
        }
    }
}
