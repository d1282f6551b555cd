import Foundation

/// The text of a file of this checkout, by its path from the root: generated pages, examples.
package func repositoryFile(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryPath(path), encoding: .utf8)
}

package func repositoryPath(_ path: String) -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return root.appending(path: path).path(percentEncoded: false)
}
