extension SettingDescription {
    /// The value for everybody who may look at the gateway: of the URLs in it, the user, the password and the query are left
    /// out. All other secrets are in files.
    package var openValue: String { value.withoutSecretsInURLs }
}

extension String {
    /// RFC 3986 §3: user information ends at the last `@` of the authority, the query begins at the first `?`.
    package var withoutSecretsInURLs: String {
        var shown = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "://") {
            shown += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            let url = rest.prefix { !endsURL.contains($0) }
            rest = rest[url.endIndex...]
            let place = url.prefix { !"?#".contains($0) }
            let authority = place.prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") {
                shown += "…" + place[at...]
            } else {
                shown += place
            }
            if place.endIndex < url.endIndex { shown += "?…" }
        }
        return shown + rest
    }
}

/// No character of a URL, as the values of settings are written.
private let endsURL: Set<Character> = ["\"", "'", " ", "\n", "\t"]
