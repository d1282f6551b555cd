import Foundation
import Locking

/// The push providers of `Tests/providers/server.py` on a port of their own, with what they and their clients know.
package final class ProviderServer: Sendable {
    /// One request, as the server saw it and found it.
    package struct Request: Decodable, Sendable {
        package let kind: String
        package let path: String
        package let headers: [String: String]
        /// Why the server did not like it.
        package let problem: String?
        /// Requests on one connection have the same number.
        package let connection: Int
        /// The status, or what was done instead.
        package let answer: String
        /// When it had come, in seconds since 1970.
        package let time: Double

        package let token: String?
        package let text: String?
        package let badge: Int?
        package let forced: Bool?
        package let conversation: String?
        package let message: String?
        package let user: String?
        package let ticket: String?
        /// The ticket as a phone maker wants it, for its receipts, and where these go.
        package let receipt: String?
        package let callback: String?
        /// The body, decrypted.
        package let payload: String?

        package let title: String?
        package let category: String?
        package let channel: String?
        package let notifyId: Int?
        /// What Meizu has instead.
        package let notifyKey: String?
        /// In seconds.
        package let ttl: Int?
    }

    package let port: Int
    /// Without TLS, for the webhook alone.
    package let plainPort: Int
    private let folder: TemporaryFolder
    private let process = Process()
    /// The server ends when it is closed.
    private let input = Pipe()
    private let output = Pipe()
    private let known = Lock(Known())

    /// As far as the record has been read.
    private struct Known {
        var length: UInt64 = 0
        var requests: [Request] = []
    }

    package init() throws {
        folder = try TemporaryFolder()
        let python = repositoryPath(".build/providers/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ProviderServerError(description: "no \(python); scripts/providers installs it")
        }
        process.executableURL = URL(filePath: python)
        process.arguments = ["-B", repositoryPath("Tests/providers/server.py"), folder.path("")]
        process.standardOutput = output
        process.standardInput = input
        closeOnExec(input.fileHandleForWriting, output.fileHandleForReading)
        try process.run()
        let line = Self.line(from: output.fileHandleForReading)
        let ports = line.split { !$0.isNumber }.compactMap { Int($0) }
        guard ports.count == 2 else { throw ProviderServerError(description: "the providers did not begin: \(line)") }
        (port, plainPort) = (ports[0], ports[1])
    }

    deinit {
        stop()
    }

    /// All there is, if no whole line comes.
    private static func line(from handle: FileHandle) -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let piece = handle.availableData
            if piece.isEmpty { break }
            line += piece
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// From now on nobody listens at the port.
    package func stop() {
        // A child inherits which signals its parent's thread blocks, and this one cannot be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Closes the plain port, or opens it again.
    package func setOpen(_ isOpen: Bool) throws {
        let line = isOpen ? "open\n" : "close\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
        let answer = Self.line(from: output.fileHandleForReading)
        if answer != line { throw ProviderServerError(description: "the providers said \(answer)") }
    }

    package var url: String { "https://localhost:\(port)" }

    /// A file that the server made: `authority.pem`, `apns.p8`, `service-account.json`, `vapid.pem`, `webhook.secret`,
    /// and a key file for each phone maker: `huawei.json`.
    package func path(_ name: String) -> String { folder.path(name) }

    package func file(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// As a browser would give it to a page; the server finds what is after `/push/`.
    package func subscription(_ name: String) throws -> String {
        #"{"endpoint":"\#(url)/push/\#(name)","expirationTime":null,"keys":\#(try file("subscription-keys.json"))}"#
    }

    /// How to answer from now on; see `server.py`.
    package func script(_ rules: String) throws {
        try rules.write(toFile: path("script"), atomically: true, encoding: .utf8)
    }

    /// The requests that have come so far.
    package func requests() throws -> [Request] {
        try known.withLock { known in
            let record = try FileHandle(forReadingFrom: URL(filePath: path("record")))
            try record.seek(toOffset: known.length)
            let news = try record.readToEnd() ?? Data()
            try record.close()
            // The last line may be half written.
            guard let end = news.lastIndex(of: UInt8(ascii: "\n")) else { return known.requests }
            let decoder = JSONDecoder()
            for line in news[..<end].split(separator: UInt8(ascii: "\n")) {
                known.requests.append(try decoder.decode(Request.self, from: line))
            }
            known.length += UInt64(end + 1 - news.startIndex)
            return known.requests
        }
    }
}

package struct ProviderServerError: Error, CustomStringConvertible {
    package let description: String
}
