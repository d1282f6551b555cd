import Bytes
import JSON

/// A file of admin keys with their secrets, for programs that ask with one of them, or change the file.
package struct AdminKeyFile {
    package struct Entry {
        package let name: String
        package let secret: String
        /// Nil: all.
        package var scopes: [String]?
        /// Nil: all.
        package var addresses: [String]?
        fileprivate var rate: (perSecond: Int, burst: Int)?

        /// A new key with a random secret, which may do everything from everywhere.
        package init(name: String) {
            self.name = name
            secret = Base64.url.encode(Random.bytes(SecretStrength.minimumBytes))
        }

        fileprivate init(_ key: AdminKeys.Key, secret: String) {
            name = key.name
            self.secret = secret
            scopes = key.scopes
            addresses = key.addresses
            rate = key.rate
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// A file that the gateway would refuse is refused.
    package init(_ file: [UInt8]) throws(KeyFileError) {
        let keys = try AdminKeys(file).keys
        let secrets = try file.withUnsafeBufferPointer { file throws(KeyFileError) in
            let document = JSONDocument()
            return try KeyFile.entries(of: UnsafeRawBufferPointer(file), in: document).map {
                $0.entry["secret"]?.string
            }
        }
        entries = zip(keys, secrets).map { key, secret in
            guard let secret else { preconditionFailure("the key \(key.name) was read without a secret") }
            return Entry(key, secret: secret)
        }
    }

    /// As it is written to the disk.
    package var text: String {
        var json = JSONWriter(style: .indented)
        json.object {
            $0.array("keys") {
                for entry in entries {
                    $0.object { Self.write(entry, &$0) }
                }
            }
        }
        return json.text + "\n"
    }

    private static func write(_ entry: Entry, _ json: inout JSONWriter) {
        json.field("name", entry.name)
        json.field("secret", entry.secret)
        if let scopes = entry.scopes { json.array("scopes") { for scope in scopes { $0.value(scope) } } }
        if let addresses = entry.addresses { json.array("addresses") { for one in addresses { $0.value(one) } } }
        if let rate = entry.rate {
            json.field("requestsPerSecond", rate.perSecond)
            json.field("burst", rate.burst)
        }
    }
}
