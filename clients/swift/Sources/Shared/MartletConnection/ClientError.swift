import MartletFraming
import Glibc

/// Why the client could not do what it was asked to.
package enum ClientError: Error {
    case timedOut(waitingFor: String)
    case unknownHost(String, reason: String)
    case system(call: String, code: Int32)
    case tls(String)
    /// The other side has ended the connection, with or without a word.
    case ended
    /// The other side has closed the WebSocket while something was still expected of it.
    case closed(CloseCode?, reason: String)
    /// The upgrade was answered with something other than 101.
    case refused(HTTPClientResponse)
    case badUpgrade(WebSocketUpgradeFault)
    case badExtensions(ExtensionError)
    case badResponse(HTTPResponseFault)
    case badFrame(WebSocketError)
    /// A message that is neither a reply nor an event.
    case badMessage(String)
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let awaited): "no \(awaited) came in time"
        case .unknownHost(let host, let reason): "the host \(host) is not found: \(reason)"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .tls(let reason): "TLS: \(reason)"
        case .ended: "the server has ended the connection"
        case .closed(let code, let reason):
            "the server has closed the WebSocket: \(code.map { "\($0.rawValue)" } ?? "no code") \(reason)"
        case .refused(let response):
            "the server refuses: \(response.status) \(String(decoding: response.body, as: UTF8.self))"
        case .badUpgrade(let fault): "the server's handshake is wrong: \(fault)"
        case .badExtensions(let fault): "the server's extensions are wrong: \(fault)"
        case .badResponse(let fault): "the server's response is wrong: \(fault)"
        case .badFrame(let fault): "the server's frame is wrong: \(fault.reason)"
        case .badMessage(let text): "the server's message is neither a reply nor an event: \(text)"
        }
    }
}
