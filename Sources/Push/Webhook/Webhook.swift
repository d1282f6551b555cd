import Curl
import Security

/// A server of the operator's own, which takes pushes for everything that no other provider reaches.
package struct Webhook: Sendable {
    let endpoint: ParsedURL
    let secrets: Secrets

    /// In a network of one's own it may be `http`.
    package init(url: String, secrets: Secrets) throws(ProviderProblem) {
        guard let origin = ParsedURL(url), ["https", "http"].contains(origin.scheme) else { throw .badURL(url) }
        endpoint = origin
        self.secrets = secrets
    }

    /// The secrets that sign requests: one, and a second while the operator changes from one to the other.
    package struct Secrets: Sendable {
        let present: [UInt8]
        let next: [UInt8]?

        /// The text of the file: one secret, or two, each on a line of its own.
        package init(_ text: String) throws(ProviderProblem) {
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Array($0.utf8) }
            guard lines.count <= 2 else { throw .tooManySecrets(lines.count) }
            for line in lines {
                if let weakness = SecretStrength.weakness(of: line) { throw .badSecret(weakness) }
            }
            present = lines[0]
            next = lines.count == 2 ? lines[1] : nil
        }
    }
}
