/// The known name that was most likely meant, if one is near enough to be worth telling.
func nearest(to written: String, among known: [String]) -> String? {
    let written = Array(written.lowercased().prefix(100))
    let lastPart = Array(written.split(separator: ".").last ?? [])
    var best: (name: String, distance: Int)?
    for name in known {
        let whole = Array(name.lowercased())
        let part = Array(whole.split(separator: ".").last ?? [])
        // A setting in the wrong section is one step off, however long the section's name.
        let distance = min(editDistance(written, whole), editDistance(lastPart, part) + 1)
        if distance <= max(2, lastPart.count / 4), distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

/// How many insertions, deletions and replacements turn one text into the other (Levenshtein).
func editDistance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (line, character) in one.enumerated() {
        var diagonal = row[0]
        row[0] = line + 1
        for column in other.indices {
            let replaced = diagonal + (character == other[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
        }
    }
    return row[other.count]
}

/// The `MARTLET_…` variables that are no settings, without those that are none of the configuration's business.
func unknownVariables(in environment: [String: String], known: [String]) -> [String] {
    let names = environment.keys.filter { $0.hasPrefix("MARTLET_") && !known.contains($0) }
    // It is one of its keys.
    return names.filter { !isForeign($0, value: environment[$0]!) }.sorted()
}

/// The command line's own variable, the tests' seed, and what Kubernetes puts into every container beside a service called
/// `martlet…`, as in `MARTLET_SERVICE_HOST` and `MARTLET_PORT_7750_TCP=tcp://10.0.0.7:7750`.
private func isForeign(_ name: String, value: String) -> Bool {
    ["MARTLET_CONFIG", "MARTLET_SEED"].contains(name)
        || name.contains("_SERVICE_HOST") || name.contains("_SERVICE_PORT")
        || name.contains(/_PORT_[0-9]+_(TCP|UDP)/)
        || (name.hasSuffix("_PORT") && value.contains("://"))
}
