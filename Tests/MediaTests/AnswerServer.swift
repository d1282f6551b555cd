import Foundation
import TestSupport

/// `Tests/media/answers.py`: answers as it was told. It ends with the object.
final class AnswerServer {
    let endpoint: String
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Each with its status, and perhaps a body after a colon; the last one for good.
    init(_ answers: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-B", repositoryPath("Tests/media/answers.py")] + answers
        process.standardInput = input
        process.standardOutput = output
        closeOnExec(input.fileHandleForWriting, output.fileHandleForReading)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        endpoint = "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))"
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Ends the server. Returns the requests that it has had.
    func requests() throws -> [Substring] {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n")
    }
}
