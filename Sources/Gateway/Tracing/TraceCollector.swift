import Curl
import Settings

/// Where spans go, and the headers that are wanted there.
struct TraceCollector: Sendable {
    let url: ParsedURL
    /// Each as a line: `name: value`.
    let headers: [String]

    /// Nil: none is configured.
    init?(_ settings: Configuration.Tracing) throws(ConfigurationError) {
        guard let endpoint = settings.endpoint else { return nil }
        guard let url = ParsedURL(endpoint) else {
            throw ConfigurationError("tracing.endpoint", "\(endpoint) is not a URL to send to")
        }
        self.url = url
        headers = try settings.headersFile.map(Self.headers) ?? []
        try settings.requireAuthorities()
    }

    private static func headers(in file: String) throws(ConfigurationError) -> [String] {
        let text: String
        do throws(FileError) {
            text = String(decoding: try File.readSecret(file), as: UTF8.self)
        } catch {
            throw ConfigurationError("tracing.headersFile", "the file \(error)")
        }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        for (number, line) in lines.enumerated() where !isHeader(line) {
            throw ConfigurationError(
                "tracing.headersFile", "the file \(file): header \(number + 1) is not `name: value` in printable ASCII")
        }
        return lines
    }

    private static func isHeader(_ line: String) -> Bool {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let (name, value) = (line.utf8[..<colon], line.utf8[colon...].dropFirst())
        return !name.isEmpty && name.allSatisfy(isOfName) && value.contains { $0 != UInt8(ascii: " ") }
            && value.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// RFC 9110 §5.1, §5.6.2.
    private static func isOfName(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension Configuration.Tracing {
    fileprivate func requireAuthorities() throws(ConfigurationError) {
        guard let authorities else { return }
        do throws(FileError) {
            if holdsCertificate(String(decoding: try File.read(authorities), as: UTF8.self)) { return }
        } catch {
            throw ConfigurationError("tracing.authorities", "the file \(error)")
        }
        throw ConfigurationError("tracing.authorities", "the file \(authorities) holds no certificate in PEM")
    }
}

extension ConfigurationError {
    fileprivate init(_ setting: String, _ message: String) {
        self.init(problems: [Problem(place: setting, message: message)])
    }
}
