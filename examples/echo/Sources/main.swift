import Framing
import Transport

/// Sends each WebSocket message back. Each shard has an `Echo` of its own, and calls it on its own queue.
final class Echo: Service {
    private unowned var shard: Shard!

    func attach(to shard: Shard) {
        self.shard = shard
    }

    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        HTTPResponse(.notFound, text: "This server echoes WebSocket messages at /echo.")
    }

    func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? {
        request.path == "/echo" ? WebSocketUpgradePolicy() : nil
    }

    func opened(_ connection: Connection, by request: HTTPRequest) {
        shard.settle(connection)
    }

    func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        shard.send(isText ? .text : .binary, message, to: connection)
    }

}

var options = TransportOptions()
options.heartbeatInterval = 20_000
options.deflate.isEnabled = true

let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
let node = try Node<Echo>(options, shards: 2)
let address = try node.start(at: SocketAddress("127.0.0.1", port: port)!) { _ in Echo() }
print("echo on ws://\(address)/echo")
node.join()
