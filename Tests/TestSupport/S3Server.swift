import Foundation
import Locking

/// A store that speaks S3 on loopback, from `Tests/media`, with an empty bucket `media`. It ends with the object.
package final class S3Server: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// OpenStack Swift: checks signatures, and knows no checksums and no forms.
        case swift
        /// moto: knows checksums and forms, and checks no signature.
        case moto
    }

    package let kind: Kind
    package let endpoint: String
    private let folder: TemporaryFolder
    private let process = Process()
    /// The server ends when it is closed.
    private let input = Pipe()

    package static let bucket = "media"
    package static let keyID = "martlet:tester"
    package static let secret = "secret-of-the-tests"

    /// In the environment that `scripts/s3` makes.
    private static var python: String { repositoryPath(".build/media/bin/python") }

    /// One for all tests of a process. It ends with the process.
    package static func shared(_ kind: Kind) throws -> S3Server {
        try servers.withLock { servers in
            if let server = servers[kind] { return server }
            let server = try S3Server(kind)
            servers[kind] = server
            return server
        }
    }

    private static let servers = Lock<[Kind: S3Server]>([:])

    package init(_ kind: Kind) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        // Swift is a package of Debian's Python.
        process.executableURL = URL(filePath: kind == .swift ? "/usr/bin/python3" : Self.python)
        process.arguments = ["-B", repositoryPath("Tests/media/\(kind)_server.py"), folder.path("")]
        let (output, log) = (Pipe(), folder.path("log"))
        try Data().write(to: URL(filePath: log))
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: log)
        closeOnExec(input.fileHandleForWriting, output.fileHandleForReading)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            process.waitUntilExit()
            let reason = try String(contentsOfFile: log, encoding: .utf8)
            throw Failure(description: "\(kind) does not start; scripts/s3 installs it: \(line)\(reason.suffix(2_000))")
        }
        endpoint = "http://127.0.0.1:\(port)"
    }

    deinit { stop() }

    /// From now on nobody listens there.
    package func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What a program of `Tests/media` says.
    package static func python(_ arguments: [String]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: python)
        process.arguments = ["-B", repositoryPath(arguments[0])] + arguments.dropFirst()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
