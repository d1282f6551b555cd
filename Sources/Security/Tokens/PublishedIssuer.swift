/// An issuer of tokens that publishes its keys. Its tokens name it, and it signs no others.
package struct PublishedIssuer: Sendable {
    package let name: String
    package let audience: String?
    /// Nil: nobody has got them yet.
    package var keys: KeySet?

    package init(name: String, audience: String?, keys: KeySet?) {
        self.name = name
        self.audience = audience
        self.keys = keys
    }
}
