import Bytes
import EventLoop
import Framing
import JSON
import Settings
import Transport

/// The pages that the gateway serves over plain HTTP, and the requests that may become WebSockets.
final class HTTPPages {
    static let webSocketPath = "/v1/ws"
    static let subprotocol = "martlet.v1.json"

    private let link: ShardLink

    init(_ link: ShardLink) {
        self.link = link
    }

    func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? {
        guard request.path == Self.webSocketPath, link.context.servesSessions(at: connection.role),
            !link.context.readiness.isDraining
        else { return nil }
        return link.context.upgrades
    }

    /// Nil: the answer comes later, by `hand`.
    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        let page: (HTTPPages) -> HTTPResponse?
        switch request.path {
        case "/healthz": page = { _ in HTTPResponse(.ok, text: "alive") }
        case "/readyz": page = { $0.readyPage }
        case "/" where link.context.servesConsole(at: connection.role),
            "/console" where link.context.servesConsole(at: connection.role):
            page = { _ in toConsole }
        case "/metrics" where link.context.serves(.metrics, at: connection.role):
            page = { $0.askForMetrics(on: connection) }
        case Self.webSocketPath where link.context.servesSessions(at: connection.role): page = { $0.webSocketPage }
        default: return HTTPResponse(.notFound, text: "There is nothing here.")
        }
        guard request.method == .get || request.method == .head else {
            return HTTPResponse(
                .methodNotAllowed, text: "This page can only be read.", headers: [HTTPHeader("Allow", "GET, HEAD")])
        }
        return page(self)
    }

    /// Answers connections that have asked for the page of metrics.
    func hand(_ page: HTTPResponse, to connections: ArraySlice<ConnectionID>) {
        for connection in connections.prefix(mostPagesPerTurn) { link.shard.answer(connection, page) }
        let rest = connections.dropFirst(mostPagesPerTurn)
        if !rest.isEmpty { link.mailbox.post { $0.pages.hand(page, to: rest) } }
    }

    private var readyPage: HTTPResponse {
        let problems = link.context.readiness.problems
        let isReady = problems.allSatisfy(\.problem.isWarning)
        var json = JSONWriter()
        json.object { json in
            json.field("ready", isReady)
            for (name, isWarning) in [("reasons", false), ("warnings", true)] as [(StaticString, Bool)] {
                json.array(name) { json in
                    for (problem, _) in problems where problem.isWarning == isWarning { json.value(problem.rawValue) }
                }
            }
            for (problem, detail) in problems {
                json.key(text: problem.rawValue)
                json.value(detail)
            }
        }
        return HTTPResponse(
            isReady ? .ok : .serviceUnavailable, headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(json.bytes))
    }

    private func askForMetrics(on connection: Connection) -> HTTPResponse? {
        link.context.metricsPage.ask(for: connection.id)
        return nil
    }

    /// The WebSocket endpoint, asked for without an upgrade or at a time when no sessions are taken.
    private var webSocketPage: HTTPResponse {
        if link.context.readiness.isDraining {
            return HTTPResponse(
                .serviceUnavailable, text: "The gateway accepts no new sessions now.",
                headers: [HTTPHeader("Retry-After", "5")])
        }
        return HTTPResponse(
            .upgradeRequired, text: "This is a WebSocket endpoint.",
            headers: [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Sec-WebSocket-Version", "13")])
    }
}

private let toConsole = HTTPResponse(.seeOther, headers: [HTTPHeader("Location", "\(ConsoleDoor.pathStart)")])

/// How many get the page in one turn of a shard, so that others have theirs between.
private let mostPagesPerTurn = 16
