import JSON

/// A file with an app's credentials at a provider: one JSON object of texts.
struct MakerKey {
    private let file: JSONValue

    init(_ text: String) throws(ProviderProblem) {
        do {
            file = try JSONDocument().parse(text)
        } catch {
            throw .badKeyFile("is not JSON: \(error)")
        }
    }

    /// Printable, and without spaces: these stand in URLs and in heads of requests.
    func callAsFunction(_ member: StaticString) throws(ProviderProblem) -> String {
        guard let value = file[member]?.string ?? file[member]?.int64.map(String.init), !value.isEmpty,
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .badKeyFile("has no `\(member)`, or one that is not printable") }
        return value
    }

    /// Nil: there is no such member.
    func optional(_ member: StaticString) throws(ProviderProblem) -> String? {
        file[member] == nil ? nil : try self(member)
    }

    /// With line ends.
    func pem(_ member: StaticString) throws(ProviderProblem) -> String {
        guard let value = file[member]?.string, !value.isEmpty else { throw .badKeyFile("has no `\(member)`") }
        return value
    }

    /// For a URL's path.
    func segment(_ member: StaticString) throws(ProviderProblem) -> String {
        let value = try self(member)
        guard value.utf8.allSatisfy({ !"/?#%".utf8.contains($0) }) else {
            throw .badKeyFile("has a `\(member)` that is not valid")
        }
        return value
    }
}
