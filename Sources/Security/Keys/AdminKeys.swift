import JSON

/// The keys of backends and administrators, each with a name for the log.
///
///     {"keys": [{"name": "shop", "secret": "<at least 32 characters>"}]}
package struct AdminKeys: Sendable {
    private let keys: [(name: String, key: SecretKey)]

    package init(_ file: UnsafeRawBufferPointer) throws(KeyFileError) {
        let document = JSONDocument()
        var keys: [(name: String, key: SecretKey)] = []
        for (place, entry) in try KeyFile.entries(of: file, in: document) {
            do throws(KeyProblem) {
                try entry.refuseFields(otherThan: ["name", "secret"])
                let name = try entry.requiredText("name")
                if keys.contains(where: { $0.name == name }) { throw KeyProblem.duplicateID }
                keys.append((name, try secretKey(entry.requiredText("secret"))))
            } catch {
                throw .key(place: place, problem: error)
            }
        }
        self.keys = keys
    }

    package init(_ file: [UInt8]) throws(KeyFileError) {
        self = try file.withUnsafeBufferPointer { file throws(KeyFileError) in
            try AdminKeys(UnsafeRawBufferPointer(file))
        }
    }

    /// Whose key was presented; nil if nobody's. Compares with every key, so that the time tells nothing of which.
    package func name(of presented: UnsafeRawBufferPointer) -> String? {
        var name: String?
        for candidate in keys where candidate.key.matches(presented) { name = candidate.name }
        return name
    }
}

private func secretKey(_ text: String) throws(KeyProblem) -> SecretKey {
    do {
        return try SecretKey(text)
    } catch {
        throw .weakSecret(error)
    }
}
