import Foundation
import Glibc

/// A real PostgreSQL server in a folder of its own, from `scripts/postgres`. It ends with the object.
package final class PostgresServer: Sendable {
    /// One for all tests that leave it as it is. It ends with the process.
    package static let shared: PostgresServer = {
        do {
            let server = try PostgresServer()
            atexit { PostgresServer.shared.stop("immediate") }
            return server
        } catch {
            preconditionFailure(
                "PostgreSQL does not start; see scripts/deps: \(error)")
        }
    }()

    private let folder: TemporaryFolder
    private let directory: String
    /// On a Unix socket, where everybody is trusted.
    package let address: String
    /// Of a server that listens on loopback: what libpq needs beside a password.
    package let secureAddress: String

    /// With a port it listens there too, by TLS and passwords.
    package init(port: Int? = nil) throws {
        (folder, directory) = try Self.makeFolder()
        address = try Self.script(["start", directory] + (port.map { ["\($0)"] } ?? []))
        let root = "\(directory)/data/server.crt"
        secureAddress =
            "host=127.0.0.1 port=\(port ?? 0) dbname=postgres user=martlet sslmode=verify-full sslrootcert=\(root)"
    }

    package init(standbyOf primary: PostgresServer) throws {
        (folder, directory) = try Self.makeFolder()
        address = try Self.script(["standby", directory, primary.directory])
        secureAddress = ""
    }

    deinit {
        guard processID != nil else { return }
        goOn()
        stop("immediate")
    }

    /// The server is another user, and must be able to reach its directory.
    private static func makeFolder() throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        chmod(folder.path(""), 0o711)
        return (folder, folder.path("postgres"))
    }

    package func start() throws { _ = try Self.script(["start", directory]) }

    package func promote() throws { _ = try Self.script(["promote", directory]) }

    package func stop(_ mode: String = "fast") {
        do {
            _ = try Self.script(["stop", directory, mode])
        } catch {
            print("PostgreSQL does not stop: \(error)")
        }
    }

    /// The first process and its children, so that nothing of it moves.
    package func pause() throws { try signalAll(SIGSTOP) }

    package func goOn() {
        do { try signalAll(SIGCONT) } catch { print("PostgreSQL does not go on: \(error)") }
    }

    private func signalAll(_ signal: Int32) throws {
        guard let processID else { throw Failure(text: "no server in \(directory)") }
        let children = try String(contentsOfFile: "/proc/\(processID)/task/\(processID)/children", encoding: .utf8)
        for process in [processID] + children.split(separator: " ").compactMap({ Int32($0) }) { kill(process, signal) }
    }

    package static func freePort() -> Int {
        while true {
            // Below those that outgoing connections are given: one that is asked of the kernel may be taken by another test's.
            let port = UInt16.random(in: 12_000..<32_000)
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            precondition(socket >= 0, "no socket: error \(errno)")
            defer { close(socket) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            address.sin_port = port.bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isFree = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) == 0 }
            }
            if isFree { return Int(port) }
        }
    }

    /// Runs SQL as an operator would, beside the connections under test.
    @discardableResult
    package func psql(_ sql: String, in database: String = "postgres") throws -> String {
        try Self.run("/usr/bin/psql", [address(of: database), "-XAtqc", sql])
    }

    /// Of a database beside the usual one.
    package func address(of database: String) -> String {
        address.replacingOccurrences(of: "dbname=postgres", with: "dbname=\(database)")
    }

    /// Where it listens for everybody.
    package var socketPath: String { "\(directory)/.s.PGSQL.5432" }

    /// The server's first process.
    private var processID: Int32? {
        guard let text = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8) else {
            return nil
        }
        return text.split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// `host=a,b`: both servers, on their Unix sockets.
    package static func address(of servers: [PostgresServer]) -> String {
        "host=\(servers.map(\.directory).joined(separator: ",")) dbname=postgres user=martlet"
    }

    private struct Failure: Error {
        let text: String
    }

    private static func script(_ arguments: [String]) throws -> String {
        try run(repositoryPath("scripts/postgres"), arguments)
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        closeOnExec(output.fileHandleForReading, output.fileHandleForWriting)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "\(program) \(arguments): \(text)") }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
