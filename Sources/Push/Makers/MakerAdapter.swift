import Curl
import Domain
import JSON

/// Pushes by a phone maker's service: what all of them have in common.
struct MakerAdapter<Service: Maker>: ProviderAdapter {
    private let maker: Service
    private var token = AccessToken()

    init(_ maker: Service) {
        self.maker = maker
    }

    /// A server that gives tokens counts as the same: without it, pushes fare no better.
    var origin: String? { maker.endpoint.origin }

    func tokenRefresh(at now: Milliseconds) -> ProviderRequest? {
        token.isDue(at: now) ? maker.tokenRequest(at: now) : nil
    }

    mutating func assessment(onRefresh reply: ProviderReply, at now: Milliseconds) -> Assessment {
        let answer = reply.status == 200 ? try? JSONDocument().parse(reply.body) : nil
        let given = answer.flatMap { maker.token(in: $0) }
        if token.renew(given?.text, for: given?.life, at: now) { return Assessment(.accepted) }
        return Assessment(.ailing, "no access token: \(String(decoding: reply.body, as: UTF8.self))")
    }

    mutating func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest {
        if pushRequest.payload.isSilent { throw .silent }
        if token.isDue(at: now), let own = maker.ownToken(at: now) {
            let isToken = token.renew(own.text, for: own.life, at: now)
            precondition(isToken, "a token of our own is none")
        }
        var request = try maker.request(for: pushRequest, token: token.text, at: now)
        request.credential = token.number
        return request
    }

    mutating func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        let text = String(decoding: reply.body, as: UTF8.self)
        switch reply.status {
        case 401: return Assessment(token.refused(request.credential), text)
        case 429, 503: return Assessment(.busy, text)
        case 500...: return Assessment(.ailing, text)
        default: break
        }
        guard let answer = try? JSONDocument().parse(reply.body), let (code, message) = maker.code(in: answer) else {
            return Assessment(.ailing, "an answer that nobody understands: \(text)")
        }
        let known = Service.codes[code] ?? MakerCode(.ailing)
        let reason = ["\(code) \(message)", known.remedy].filter { !$0.isEmpty }.joined(separator: ": ")
        switch known.judgement {
        case .accepted:
            token.accepted(request.credential)
            return Assessment(.accepted)
        case .renewed: return Assessment(token.refused(request.credential), reason)
        case .busy: return Assessment(.busy, reason)
        // P-49: other codes say that nothing is shown any more, or that the app may not; pushes go on.
        case _ where request.isRevocation: return Assessment(.refused, reason)
        default: return Assessment(known.judgement, reason)
        }
    }
}

extension ProviderRequest {
    /// P-49: both makers that have revocations name them so.
    fileprivate var isRevocation: Bool { url.hasSuffix("revoke") }
}
