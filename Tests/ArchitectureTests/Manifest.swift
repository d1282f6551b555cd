import Foundation

/// The contents of `Package.swift`: the picture of the layers and every target's declared dependencies.
struct Manifest {
    /// Rows of the picture, top to bottom; a module imports from lower rows, or from its own row further right.
    let rows: [[String]]
    /// Declared dependencies of the Swift targets. The bindings are C and declare none.
    let dependencies: [String: Set<String>]
    /// Every program that depends on the package is built with them, or refused by SwiftPM before 6.2.
    let hasUnsafeFlags: Bool

    init(text: String) {
        hasUnsafeFlags = text.contains("unsafeFlags")
        rows = text.matches(of: /\/\/     \d \w+ (.+)/).map { match in
            match.1.split(separator: " ").map(String.init)
        }
        var dependencies: [String: Set<String>] = [:]
        let target =
            /(?:module|program|tests|\.target)\(\s*(?:name: )?"([\w-]+)"(?:,\s*(?:dependencies: )?\[([^\]]*)\])?/
        for match in text.matches(of: target) {
            let names = (match.2 ?? "").split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
            dependencies[String(match.1)] = Set(names)
        }
        self.dependencies = dependencies.filter { name, _ in !isBinding(name) }
    }

    /// Whether `importer` stands above `imported`, or left of it in the same row.
    func allows(_ importer: String, importing imported: String) -> Bool {
        guard let from = place(of: importer), let to = place(of: imported) else { return false }
        return to.row > from.row || (to.row == from.row && to.column > from.column)
    }

    func row(of module: String) -> [String] {
        rows.first { $0.contains(module) } ?? []
    }

    private func place(of module: String) -> (row: Int, column: Int)? {
        for (number, row) in rows.enumerated() {
            if let column = row.firstIndex(of: module) { return (number, column) }
        }
        return nil
    }
}

/// C modules are named with a `C` before the library's name: `CLinux`, `COpenSSL`.
func isBinding(_ module: String) -> Bool {
    let start = Array(module.prefix(2))
    return start.count == 2 && start[0] == "C" && start[1].isUppercase
}
