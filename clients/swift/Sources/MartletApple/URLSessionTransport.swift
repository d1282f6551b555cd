import Foundation
import MartletClient

/// WebSockets and uploads of the system, which answers pings by itself.
public struct URLSessionTransport: Transport {
    private let configuration: URLSessionConfiguration

    /// - Parameter configuration: the application's own, which may name a proxy.
    public init(_ configuration: URLSessionConfiguration = .ephemeral) {
        self.configuration = configuration
    }

    public func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        guard let url = URL(string: url) else {
            tell(.closed(code: 1006, reason: "\(url) is not a URL"))
            return NoConnection()
        }
        var request = URLRequest(url: url)
        request.setValue("martlet.v1.json", forHTTPHeaderField: "Sec-WebSocket-Protocol")
        for header in headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        return URLSessionConnection(request, configuration, tell)
    }

    public func send(_ transfer: Transfer) async throws -> TransferAnswer {
        guard let url = URL(string: transfer.url) else {
            throw MartletError(name: "notUploaded", message: "\(transfer.url) is not a URL")
        }
        var request = URLRequest(url: url)
        request.httpMethod = transfer.method
        request.timeoutInterval = Double(transfer.milliseconds) / 1000
        for header in transfer.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        let session = URLSession(configuration: configuration, delegate: NoRedirection(), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let (_, answer) =
            transfer.method == "HEAD"
            ? try await session.data(for: request)
            : try await session.upload(for: request, from: Data(transfer.body))
        guard let answer = answer as? HTTPURLResponse else {
            throw MartletError(name: "notUploaded", message: "\(transfer.url) does not speak HTTP")
        }
        let offset = answer.value(forHTTPHeaderField: "Upload-Offset").flatMap { Int($0) }
        return TransferAnswer(status: answer.statusCode, offset: offset)
    }
}

private final class NoRedirection: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

private struct NoConnection: Connection {
    func send(_ text: String) {}
    func close() {}
}

/// One WebSocket, and a session of its own.
private struct URLSessionConnection: Connection {
    /// The gateway's largest frame.
    private static let maximumSize = 4 << 20

    private let session: URLSession
    private let task: URLSessionWebSocketTask

    init(
        _ request: URLRequest, _ configuration: URLSessionConfiguration,
        _ tell: @escaping @Sendable (TransportEvent) -> Void
    ) {
        // What the delegate hears comes in order only on a queue that does one thing at a time.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: Delegate(tell), delegateQueue: queue)
        task = session.webSocketTask(with: request)
        task.maximumMessageSize = Self.maximumSize
        task.resume()
    }

    func send(_ text: String) {
        task.send(.string(text)) { [task] error in
            // A connection that takes nothing more is at its end, also where nobody else says so.
            if error != nil { task.cancel() }
        }
    }

    func close() {
        task.cancel(with: .normalClosure, reason: nil)
        // It keeps its delegate until then.
        session.finishTasksAndInvalidate()
    }
}

/// Hears of one connection, on the session's queue alone.
private final class Delegate: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private let tell: @Sendable (TransportEvent) -> Void
    private var isOver = false

    init(_ tell: @escaping @Sendable (TransportEvent) -> Void) {
        self.tell = tell
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        tell(.opened)
        receive(webSocketTask)
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        let text = reason.map { String(decoding: $0.withUnsafeBytes(Array.init), as: UTF8.self) } ?? ""
        end(session, code: closeCode.rawValue, reason: text)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode
        let refusal = status.flatMap { $0 == 101 ? nil : "the answer was \($0)" }
        end(session, code: 1006, reason: refusal ?? error.map { "\($0)" } ?? "")
    }

    /// One message after the other; its failure comes with the connection's end.
    private func receive(_ task: URLSessionWebSocketTask) {
        task.receive { [self] result in
            switch result {
            case .success(.string(let text)):
                tell(.text(text))
                receive(task)
            case .success:
                // The gateway sends no bytes.
                task.cancel()
            case .failure:
                // A close frame is told by its own call; without one the task has to end.
                if task.closeCode == .invalid { task.cancel() }
            }
        }
    }

    private func end(_ session: URLSession, code: Int, reason: String) {
        guard !isOver else { return }
        isOver = true
        tell(.closed(code: code, reason: reason))
        session.finishTasksAndInvalidate()
    }
}
