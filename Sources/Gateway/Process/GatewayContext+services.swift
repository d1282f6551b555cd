import Framing
import Settings
import Transport

// The services of the listeners.
extension GatewayContext {
    func serves(_ service: ListenService, at role: ListenerRole) -> Bool {
        switch role {
        case .clients: configuration.listen.serves.contains(service)
        case .admin: [.backends, .metrics].contains(service)
        case .acme: false
        }
    }

    /// Whether it came for a host of which the listener knows.
    func admits(_ request: HTTPRequest, at role: ListenerRole) -> Bool {
        switch role {
        case .clients, .acme: true
        case .admin: operatorHosts.admits(request)
        }
    }

    /// Of users or of administrators.
    func servesSessions(at role: ListenerRole) -> Bool {
        serves(.sessions, at: role) || serves(.backends, at: role)
    }

    func servesConsole(at role: ListenerRole) -> Bool { role == .admin && configuration.admin.console }

    /// Wherever clients are told the URLs.
    func servesMedia(at role: ListenerRole) -> Bool { servesSessions(at: role) || servesAPI(at: role) }

    /// To users or to backends.
    func servesAPI(at role: ListenerRole) -> Bool {
        configuration.api.enabled && (serves(.api, at: role) || serves(.backends, at: role))
    }
}
