import Domain
import Framing
import Media
import Settings
import Transport

/// `/v1/media/{id}` where another server has the bytes: avatars alone have such URLs, and are read there (U-29). URLs that
/// that server takes end, so the request is sent on to one that works for now.
struct AvatarDoor {
    private let link: ShardLink
    private let services: MediaServices
    private let strangers: StrangerRates

    /// Nil: `MediaDoor` gives media out, or there are none.
    init?(_ link: ShardLink, _ strangers: StrangerRates) {
        guard let services = link.context.media, services.directory == nil else { return nil }
        self.link = link
        self.services = services
        self.strangers = strangers
    }

    /// `rest`: of the path.
    func respond(to request: HTTPRequest, for rest: String, on connection: Connection) -> HTTPResponse {
        let configuration = link.context.configuration
        let now = configuration.now.time
        guard case .reading(let id, let type, let name, .max)? = services.signer.grant(of: request, for: rest, at: now)
        else {
            guard strangers.admits(connection) else { return StrangerRates.page }
            return HTTPResponse(.forbidden, text: "This URL has ended or is none.")
        }
        guard request.method == .get || request.method == .head else {
            return HTTPResponse(.methodNotAllowed, headers: [HTTPHeader("Allow", "GET, HEAD")])
        }
        let end = MediaGrant.end(at: now, seconds: configuration.media.urlSeconds)
        let url = services.store.url(of: ServedMedia(id: id, type: type, name: name, size: 0), until: end)
        return HTTPResponse(
            .temporaryRedirect,
            headers: [
                HTTPHeader("Location", url), HTTPHeader("Access-Control-Allow-Origin", "*"),
                HTTPHeader("Cache-Control", "public, max-age=\((end - now).seconds.rawValue / 2)"),
            ])
    }
}

extension MediaSigner {
    /// Nil: the URL has ended, or this signer has not written it.
    func grant(of request: HTTPRequest, for rest: String, at now: Milliseconds) -> MediaGrant? {
        let fields = request.query?.split(separator: "&") ?? []
        guard let id = MediaID(rest), let text = fields.first(where: { $0.hasPrefix("t=") })?.dropFirst(2),
            let grant = grant(in: String(text), for: id), grant.end > now
        else { return nil }
        return grant
    }
}
