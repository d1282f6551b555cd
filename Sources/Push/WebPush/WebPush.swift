import Bytes
import Security

/// The push services of browsers, whose addresses the browsers name (RFC 8030), where a key of ours says who we are
/// (VAPID, RFC 8292).
package struct WebPush: Sendable {
    /// The key with which a page subscribes: `applicationServerKey`.
    package let publicKey: String
    let subject: String
    let signer: TokenSigner
    let allowsPrivateHosts: Bool

    /// `subject` is whom a push service can write to: `mailto:…` or `https://…`. Endpoints come from clients: unless
    /// private hosts are allowed, a client cannot have us reach into our own network.
    package init(
        key pem: String, subject: String, allowsPrivateHosts: Bool = false
    ) throws(ProviderProblem) {
        guard ["mailto:", "https://"].contains(where: { subject.hasPrefix($0) && subject.count > $0.count }) else {
            throw .badSubject(subject)
        }
        do {
            signer = try TokenSigner(privateKey: pem, .es256)
            publicKey = Base64.url.encode(try AgreementKey(privateKey: pem).point)
        } catch {
            throw .key(error)
        }
        self.subject = subject
        self.allowsPrivateHosts = allowsPrivateHosts
    }
}
