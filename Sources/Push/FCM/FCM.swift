import Curl
import Security

/// Google's push service, where a service account's key signs for an access token.
package struct FCM: Sendable {
    let endpoint: ParsedURL
    let tokens: ParsedURL
    let project: String
    let account: String
    let signer: TokenSigner

    /// `serviceAccount` is the JSON file that Google's console gives.
    package init(
        serviceAccount: String, endpoint: String = "https://fcm.googleapis.com"
    ) throws(ProviderProblem) {
        self.endpoint = try ParsedURL(service: endpoint)
        let file = try MakerKey(serviceAccount)
        tokens = try ParsedURL(service: file("token_uri"))
        project = try file.segment("project_id")
        account = try file("client_email")
        let (pem, id) = (try file.pem("private_key"), try file("private_key_id"))
        do {
            signer = try TokenSigner(privateKey: pem, .rs256, id: id)
        } catch {
            throw .key(error)
        }
    }
}
