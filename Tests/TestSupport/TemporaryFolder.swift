import Foundation

/// A folder for the files of one test, gone when nobody holds it any more.
package final class TemporaryFolder: Sendable {
    private let root = FileManager.default.temporaryDirectory.appending(path: "martlet-\(UUID().uuidString)")

    package init() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            preconditionFailure("cannot remove \(root): \(error)")
        }
    }

    package func path(_ name: String) -> String {
        "\(root.path(percentEncoded: false))/\(name)"
    }
}
