import Dispatch
import Foundation
import Media
import Settings
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// The settings of a store that speaks S3, and what is made of them.
struct MediaInS3Tests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// `key`: of the file `key.json`.
    private func media(
        _ endpoint: String = "https://s3.example.org", key: String, _ more: String = ""
    ) throws -> Configuration.Media {
        try writeSecret("key.json", key)
        let text = """
            {
                auth: {testMode: true},
                media: {store: 's3'\(more)},
                s3: {endpoint: '\(endpoint)', bucket: '\(S3Server.bucket)', keyFile: 'key.json'},
            }
            """
        let file = folder.path("martlet.json5")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return try Configuration.load(file: file, environment: [:]).media
    }

    private func writeSecret(_ name: String, _ text: String) throws {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        chmod(folder.path(name), 0o600)
    }

    private func key(secret: String) -> String {
        #"{"accessKeyID": "\#(S3Server.keyID)", "secretAccessKey": "\#(secret)"}"#
    }

    private func problem(_ media: Configuration.Media) -> String? {
        do throws(ConfigurationError) {
            _ = try S3Store.make(media, nil)
            return nil
        } catch {
            return error.problems.map { "\($0.place) \($0.message)" }.joined()
        }
    }

    @Test func `the file of the key is read again, and stays in force if it is broken`() throws {
        let server = try S3Server.shared(.swift)
        let media = try media(server.endpoint, key: key(secret: "other"))
        let store = try S3Store.make(media, nil)
        #expect(throws: MediaProblem.self) { try store.check() }
        try writeSecret("key.json", key(secret: S3Server.secret))
        try store.renewKey(media.s3)
        try store.check()
        try writeSecret("key.json", "{")
        #expect(throws: ConfigurationError.self) { try store.renewKey(media.s3) }
        try store.check()
    }

    @Test(arguments: [S3Server.secret, "other"])
    func `a store that cannot be used is told when the gateway starts`(secret: String) throws {
        let store = try S3Store.make(media(S3Server.shared(.swift).endpoint, key: key(secret: secret)), nil)
        let file = open(folder.path("log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let (log, threads) = (
            Telemetry.Log(format: .text, level: .info, queueLines: 10, descriptor: file), MediaThreads(1)
        )
        let done = DispatchSemaphore(value: 0)
        store.sayWhatIsWrong(to: log, on: threads)
        #expect(threads.run(.long) { done.signal() })
        #expect(done.wait(timeout: .now() + 60) == .success)
        log.flush()
        let text = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
        #expect(text.contains("the store of media cannot be used") == (secret == "other"))
        #expect(text.contains("SignatureDoesNotMatch") == (secret == "other"))
    }

    @Test func `what is wrong is said with its setting, and without a secret`() throws {
        let good = key(secret: "very secret")
        #expect(try problem(media(key: good)) == nil)
        #expect(try problem(media(key: #"{"accessKeyID": "a"}"#))?.hasSuffix("has no text secretAccessKey") == true)
        #expect(try problem(media("https://s3.example.org/path", key: good))?.hasPrefix("s3.endpoint ") == true)
        let cdn = ", urlTemplate: 'https://cdn.example.org/{key}'"
        #expect(try problem(media(key: good, cdn))?.hasPrefix("media.secretFile ") == true)
        let open = try media(key: good)
        chmod(folder.path("key.json"), 0o644)
        let text = try #require(problem(open))
        #expect(text.hasPrefix("s3.keyFile ") && text.contains("chmod 600") && !text.contains("very secret"))
    }
}
