import Foundation

/// The text of a file of this checkout, by its path from the root: generated pages, examples.
package func repositoryFile(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
}
