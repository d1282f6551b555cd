import Curl
import Security

/// Apple's push service, where a key of the team's signs a token for all its apps.
package struct APNs: Sendable {
    let endpoint: ParsedURL
    let team: String
    let topic: String
    let signer: TokenSigner
    /// P-41: it carries calls alone.
    let isForCalls: Bool

    /// `topic` is the app's bundle identifier; that of its calls follows from it.
    package init(
        key pem: String, keyID: String, team: String, topic: String, endpoint: String = "https://api.push.apple.com",
        isForCalls: Bool = false
    ) throws(ProviderProblem) {
        self.endpoint = try ParsedURL(service: endpoint)
        self.team = team
        self.topic = isForCalls ? "\(topic).voip" : topic
        self.isForCalls = isForCalls
        do {
            signer = try TokenSigner(privateKey: pem, .es256, id: keyID)
        } catch {
            throw .key(error)
        }
    }
}
