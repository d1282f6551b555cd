import Security

/// Why a provider cannot be used as it is configured.
package enum ProviderProblem: Error, Equatable, CustomStringConvertible {
    case key(KeyProblem)
    case badSecret(SecretStrength.Weakness)
    case tooManySecrets(Int)
    case badURL(String)
    case badKeyFile(String)
    case badSubject(String)
    case noCertificate

    package var description: String {
        switch self {
        case .key(let problem): "the key \(problem)"
        case .badSecret(let weakness): "the secret \(weakness); create a new one with `openssl rand -hex 32`"
        case .tooManySecrets(let count): "it has \(count) lines, but may have only two: the secret and the next one"
        case .badURL(let url): "`\(url)` is not a URL to send to; it must begin with https:// and have a host"
        case .badKeyFile(let problem): "it \(problem)"
        case .badSubject(let subject): "`\(subject)` is not a contact; it must begin with mailto: or https://"
        case .noCertificate: "it holds no certificate in PEM"
        }
    }
}
