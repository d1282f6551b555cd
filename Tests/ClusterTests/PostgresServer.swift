import EventLoop
import Foundation
import TestSupport

/// A real PostgreSQL server on a Unix socket in a folder of its own, from `scripts/postgres`.
final class PostgresServer: Sendable {
    /// One for all tests that leave it as it is. It ends with the process.
    static let shared: PostgresServer = {
        do {
            let server = try PostgresServer()
            atexit { PostgresServer.shared.stop("immediate") }
            return server
        } catch {
            preconditionFailure("PostgreSQL does not start: \(error)")
        }
    }()

    /// Left for issue #19: under `swift test` the server does not come up, so these tests run where this is set.
    static let isWanted = ProcessInfo.processInfo.environment["MARTLET_POSTGRES"] != nil

    private let folder: TemporaryFolder
    private let directory: String
    let address: String

    init() throws {
        folder = try TemporaryFolder()
        directory = folder.path("postgres")
        address = try Self.run(repositoryPath("scripts/postgres"), "start", directory).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    func start() throws { _ = try Self.run(repositoryPath("scripts/postgres"), "start", directory) }

    func stop(_ mode: String = "fast") {
        do {
            _ = try Self.run(repositoryPath("scripts/postgres"), "stop", directory, mode)
        } catch {
            print("PostgreSQL does not stop: \(error)")
        }
    }

    /// Runs SQL as an operator would, beside the connections under test.
    @discardableResult
    func psql(_ sql: String) throws -> String {
        try Self.run("/usr/bin/psql", address, "-XAtqc", sql).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The server's first process.
    var processID: Int32? {
        guard let text = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8) else {
            return nil
        }
        return text.split(separator: "\n").first.flatMap { Int32($0) }
    }

    private struct Failure: Error {
        let text: String
    }

    private static func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let error = errors.fileHandleForReading.readDataToEndOfFile()
            throw Failure(text: "\(program) \(arguments): \(String(decoding: text + error, as: UTF8.self))")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
