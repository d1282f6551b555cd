import Commands
import Glibc
import JSON

/// The lines of an import, in the order of its files. They are read once for each stage, and never all held.
struct ImportSource {
    let format: ImportFormat
    let files: [String]
    private var known = ImportKnowledge()

    init(format: ImportFormat, files: [String]) throws {
        (self.format, self.files) = (format, files)
        guard format.looksAhead else { return }
        var known = ImportKnowledge()
        try forEachRecord { record in
            do throws(DamagedRecord) {
                try format.learn(record.json, &known)
            } catch {
                throw record.failure(error.reason)
            }
        }
        self.known = known
    }

    func forEach(_ body: (ImportLine) throws -> Void) throws {
        try forEachRecord { record in
            for line in try lines(of: record) { try body(line) }
        }
    }

    private func forEachRecord(_ body: (ImportLine) throws -> Void) throws {
        for file in files {
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw CommandFailure(
                    reason: "\(file) cannot be read: \(String(cString: strerror(errno)))", exitCode: ExitCode.badData)
            }
            defer { close(descriptor) }
            var input = LineInput(descriptor: descriptor)
            var (number, exports) = (0, ExportCheck())
            while !input.hasEnded {
                for text in try input.read() {
                    number += 1
                    if text.allSatisfy(\.isWhitespace) { continue }
                    let record = try ImportLine(format.object(in: text), at: "\(file):\(number)")
                    if try exports.passes(text, record) { try body(record) }
                }
            }
            try exports.finish()
        }
    }

    /// A line as docs/importing.md has it stands for itself; a message of the service's files or an answer becomes lines.
    private func lines(of record: ImportLine) throws(CommandFailure) -> [ImportLine] {
        let made: [String]?
        do throws(DamagedRecord) {
            made = try format.read(fromFile: record.json, known)
        } catch {
            throw record.failure(error.reason)
        }
        if let made { return try lines(made, from: record) }
        if record.json["type"] != nil {
            if ImportLine.isTooDeep(record.text) { return [try record.left(record.place, "it is nested too deeply")] }
            return [try sendable(record)]
        }
        guard let call = record.json["call"]?.string, let answer = record.json["answer"], format.readsAnswers else {
            throw record.failure(format.wanted)
        }
        let saved = SavedAnswer(call: call, request: record.json["request"], answer: answer)
        return try lines(format.read(saved), from: record)
    }

    private func lines(_ texts: [String], from record: ImportLine) throws(CommandFailure) -> [ImportLine] {
        try texts.map { text throws(CommandFailure) in
            if ImportLine.isTooDeep(text) { return try record.left(record.place, "it is nested too deeply") }
            return try sendable(try ImportLine(text, at: record.place))
        }
    }

    /// Reports a line that no request can hold: a user's words must not stop the import.
    private func sendable(_ line: ImportLine) throws(CommandFailure) -> ImportLine {
        guard line.type == "message", line.text.utf8.count > ImportLine.bytesOfMessage else { return line }
        return try line.left("message \(line.json["id"]?.identifier ?? "")", "it is too long for a request")
    }
}

/// One thing to take along, with members as the gateway's operations have them.
struct ImportLine {
    static let limits = JSONLimits(bytes: 64 << 20, depth: 64, values: 1 << 22)
    /// The most levels of a line: a request has some around it, and the gateway takes 32.
    static let depth = 24
    /// Of the most a message may have there, and much less than a request may have here.
    static let bytesOfMessage = 400_000

    let text: String
    let json: JSONValue
    /// The file and the number of the line that it comes from.
    let place: String

    init(_ text: String, at place: String) throws(CommandFailure) {
        self.text = text
        self.place = place
        do throws(JSONError) {
            json = try JSONDocument().parse(text, limits: Self.limits)
        } catch {
            throw CommandFailure(reason: "\(place): \(error)", exitCode: ExitCode.badData)
        }
    }

    func failure(_ reason: String) -> CommandFailure {
        CommandFailure(reason: "\(place): \(reason)", exitCode: ExitCode.badData)
    }

    /// The line that reports this one.
    func left(_ what: String, _ reason: String) throws(CommandFailure) -> ImportLine {
        try ImportLine(Self.left(what, reason), at: place)
    }

    static func isTooDeep(_ text: String) -> Bool {
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in text.utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText: depth -= 1
            default: break
            }
            if depth > Self.depth { return true }
        }
        return false
    }

    var type: String { json["type"]?.string ?? "" }

    /// A member that the line cannot be without.
    func required(_ name: StaticString) throws(CommandFailure) -> String {
        guard let text = json[name]?.identifier else {
            throw failure("`\(name)` is missing")
        }
        return text
    }
}

/// A service's answer to a call, saved with the call.
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
