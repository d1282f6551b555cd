import Curl
import JSON
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
        let file: JSONValue
        do {
            file = try JSONDocument().parse(serviceAccount)
        } catch {
            throw .badServiceAccount("is not JSON: \(error)")
        }
        tokens = try ParsedURL(service: file.required("token_uri"))
        project = try file.required("project_id")
        account = try file.required("client_email")
        guard project.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#%".utf8.contains($0) }) else {
            throw .badServiceAccount("has a `project_id` that is not valid")
        }
        let (pem, id) = (try file.required("private_key"), try file.required("private_key_id"))
        do {
            signer = try TokenSigner(privateKey: pem, .rs256, id: id)
        } catch {
            throw .key(error)
        }
    }
}

extension JSONValue {
    fileprivate func required(_ field: StaticString) throws(ProviderProblem) -> String {
        guard let text = self[field]?.string, !text.isEmpty else {
            throw .badServiceAccount("has no `\(field)`; use the file as Google's console created it")
        }
        return text
    }
}
