import JSON

/// The keys of backends and administrators, each with a name for the log.
///
///     {"keys": [{"name": "shop", "secret": "<at least 32 characters>"}]}
///
/// A key may say what it is good for: `scopes`, `addresses`, `requestsPerSecond` and `burst`.
package struct AdminKeys: Sendable {
    package struct Key: Sendable {
        package let name: String
        fileprivate let secret: SecretKey
        /// Nil: all.
        package let scopes: [String]?
        /// Nil: all.
        package let addresses: [String]?
        /// Nil: none.
        package let rate: (perSecond: Int, burst: Int)?
    }

    package let keys: [Key]

    package init(_ file: UnsafeRawBufferPointer) throws(KeyFileError) {
        let document = JSONDocument()
        var keys: [Key] = []
        for (place, entry) in try KeyFile.entries(of: file, in: document) {
            do throws(KeyProblem) {
                try entry.refuseFields(otherThan: [
                    "name", "secret", "scopes", "addresses", "requestsPerSecond", "burst",
                ])
                let name = try entry.requiredText("name")
                if keys.contains(where: { $0.name == name }) { throw KeyProblem.duplicateID }
                keys.append(
                    Key(
                        name: name, secret: try secretKey(entry.requiredText("secret")),
                        scopes: try entry.texts("scopes"), addresses: try entry.texts("addresses"),
                        rate: try entry.rate()))
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

    /// The name of the presented key; nil if it is none. Compares with every key, so that the time tells nothing of
    /// which.
    package func name(of presented: UnsafeRawBufferPointer) -> String? {
        var name: String?
        for candidate in keys where candidate.secret.matches(presented) { name = candidate.name }
        return name
    }
}

extension JSONValue {
    /// nil if there is no such field.
    fileprivate func texts(_ field: StaticString) throws(KeyProblem) -> [String]? {
        guard let value = self[field] else { return nil }
        let texts = value.elements?.map(\.string)
        guard let texts, !texts.isEmpty, !texts.contains(nil) else { throw .notStrings(field: "\(field)") }
        return texts.compactMap(\.self)
    }

    fileprivate func rate() throws(KeyProblem) -> (perSecond: Int, burst: Int)? {
        let burst = try count("burst")
        guard let perSecond = try count("requestsPerSecond") else {
            if burst != nil { throw .missing(field: "requestsPerSecond") }
            return nil
        }
        return (perSecond, burst ?? perSecond)
    }

    private func count(_ field: StaticString) throws(KeyProblem) -> Int? {
        guard let value = self[field] else { return nil }
        guard let number = value.int64, (1...1_000_000).contains(number) else {
            throw .notACount(field: "\(field)", most: 1_000_000)
        }
        return Int(number)
    }
}

private func secretKey(_ text: String) throws(KeyProblem) -> SecretKey {
    do {
        return try SecretKey(text)
    } catch {
        throw .weakSecret(error)
    }
}
