import Commands
import Foundation
import TestSupport
import Testing

@testable import martlet

extension CommandLineTests {
    struct StoreTests {
        private let folder: TemporaryFolder
        private let configuration: String

        init() throws {
            folder = try TemporaryFolder()
            configuration = folder.path("martlet.json5")
            let text = "{auth: {testMode: true}, data: {directory: 'data'}}"
            try text.write(toFile: configuration, atomically: true, encoding: .utf8)
        }

        @Test(arguments: [
            ["store", "check"], ["store", "backup", "copy"], ["store", "digest"], ["store", "reindex"],
        ])
        func `a store that is not there is neither sound nor copied, and has no digest`(arguments: [String]) {
            #expect(Program.martlet.run(arguments + ["--config", configuration]) != 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path("data")), "and none is made")
        }

        @Test(arguments: [
            ["store", "backup"], ["store", "backup", "one", "two"], ["store", "check", "one"],
            ["store", "digest", "one"], ["store", "reindex", "one"],
            ["store"],
        ])
        func `what makes no sense is a usage error`(arguments: [String]) {
            #expect(Program.martlet.run(arguments) == 64)
        }
    }
}
