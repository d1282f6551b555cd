import Bytes
import Framing
import JSON
import Transport

/// What the gateway serves over plain HTTP.
extension ShardGateway {
    package func upgradePolicy(for request: HTTPRequest) -> WebSocketUpgradePolicy? {
        request.path == Self.path && !context.readiness.isDraining ? context.upgrades : nil
    }

    package func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        let page: (ShardGateway) -> HTTPResponse?
        switch request.path {
        case "/healthz": page = { _ in HTTPResponse(.ok, text: "alive") }
        case "/readyz": page = { $0.readyPage }
        case "/metrics": page = { $0.askForMetrics(on: connection) }
        case Self.path: page = { $0.doorPage }
        default: return HTTPResponse(.notFound, text: "There is nothing here.")
        }
        guard request.method == .get || request.method == .head else {
            return HTTPResponse(
                .methodNotAllowed, text: "This page can only be read.", headers: [HTTPHeader("Allow", "GET, HEAD")])
        }
        return page(self)
    }

    private var readyPage: HTTPResponse {
        let problems = context.readiness.problems
        var json = JSONWriter()
        json.object { json in
            json.field("ready", problems.isEmpty)
            json.array("reasons") { json in
                for (problem, _) in problems { json.value(problem.rawValue) }
            }
            for (problem, detail) in problems {
                json.key(problem.rawValue)
                json.value(detail)
            }
        }
        return HTTPResponse(
            problems.isEmpty ? .ok : .serviceUnavailable, headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(json.bytes))
    }

    private func askForMetrics(on connection: Connection) -> HTTPResponse? {
        context.metricsPage.ask(for: connection.id)
        return nil
    }

    /// The WebSocket endpoint, asked for without an upgrade or at a time when no sessions are taken.
    private var doorPage: HTTPResponse {
        if context.readiness.isDraining {
            return HTTPResponse(
                .serviceUnavailable, text: "The gateway accepts no new sessions now.",
                headers: [HTTPHeader("Retry-After", "5")])
        }
        return HTTPResponse(
            .upgradeRequired, text: "This is a WebSocket endpoint.",
            headers: [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Sec-WebSocket-Version", "13")])
    }
}
