import Curl
import Domain
import JSON
import Security

/// The token that Google gives for an assertion signed by the service account (RFC 7523).
struct AccessToken {
    private let fcm: FCM
    private(set) var text = ""
    /// A new one is asked for from then on; it is still good for a while.
    private var renewsAt: Milliseconds = 0

    init(_ fcm: FCM) {
        self.fcm = fcm
    }

    mutating func discard() {
        renewsAt = 0
    }

    /// Nil while there is a good one.
    func request(at now: Milliseconds, for origin: String) -> ProviderRequest? {
        if now < renewsAt { return nil }
        let assertion = fcm.signer.sign {
            $0.field("iss", fcm.account)
            $0.field("scope", "https://www.googleapis.com/auth/firebase.messaging")
            $0.field("aud", fcm.tokens.url)
            $0.field("iat", now.seconds.rawValue)
            $0.field("exp", (now.seconds + 3_600).rawValue)
        }
        let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
        return ProviderRequest(
            url: fcm.tokens.url, origin: origin, headers: ["Content-Type: application/x-www-form-urlencoded"],
            body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8), answerLimit: 16_384)
    }

    /// Whether the answer has a token.
    mutating func take(_ reply: ProviderReply, at now: Milliseconds) -> Bool {
        guard reply.status == 200, let answer = try? JSONDocument().parse(reply.body),
            let token = answer["access_token"]?.string, isHeaderText(token),
            let seconds = answer["expires_in"]?.int64, (1...86_400).contains(seconds)
        else { return false }
        text = token
        renewsAt = now + Seconds(seconds - min(300, seconds / 10)).milliseconds
        return true
    }

    private func isHeaderText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
