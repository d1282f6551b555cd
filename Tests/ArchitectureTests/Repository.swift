import Foundation

/// The checkout these tests were compiled from.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let manifest = Manifest(text: contents("Package.swift"))

    /// Every Swift file under `Sources` and `Tests`, by target.
    static let targets: [String: [SourceFile]] = {
        let files = ["Sources", "Tests"].flatMap(swiftFiles)
        return Dictionary(grouping: files) { $0.path.split(separator: "/")[1].description }
    }()

    /// The files of the modules and programs, without the tests.
    static let sources = targets.values.joined().filter { $0.path.hasPrefix("Sources/") }

    static let everything =
        Array(targets.values.joined()) + swiftFiles(under: "Fuzz")
        + swiftFiles(under: "Simulate")

    private static func swiftFiles(under folder: String) -> [SourceFile] {
        let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path(percentEncoded: false))
        guard let paths else { preconditionFailure("no folder \(folder) under \(root)") }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map {
            SourceFile(path: "\(folder)/\($0)", text: contents("\(folder)/\($0)"))
        }
    }

    private static func contents(_ path: String) -> String {
        do {
            return try String(contentsOf: root.appending(path: path), encoding: .utf8)
        } catch {
            preconditionFailure("cannot read \(path): \(error)")
        }
    }
}
