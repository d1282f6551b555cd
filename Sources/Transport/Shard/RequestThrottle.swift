import EventLoop
import Framing

/// Why no more requests of a connection are looked at for now, though some may have come.
enum RequestPause: Equatable {
    /// It has had its share of the turn.
    case turn
    /// Its requests come too fast: until then.
    case until(Int64)
}

/// A client that sends requests ahead, or goes on though it is refused, has others wait for no more than its share. Called on the
/// shard's queue.
package final class RequestThrottle {
    private unowned let shard: Shard
    /// The connections that have had their share of a turn, and have sent more.
    private var ofThisTurn: [ConnectionID] = []
    private var ofTurnBefore: [ConnectionID] = []

    init(_ shard: Shard) {
        self.shard = shard
    }

    /// How much is read at once from a peer that has not shown who it is: what it sends has to be looked at before it
    /// can be refused. Bytes behind a refusal are thrown away.
    func mostRead(from connection: Connection) -> Int {
        let room = shard.readBuffer.count
        let isLookedAt = connection.standing == .pending && ![.lingering, .receiving].contains(connection.stage)
        return isLookedAt ? min(mostOfStranger, room) : room
    }

    /// Leaves what else the connection has sent to the next turn.
    func pauseForTurn(_ connection: Connection) {
        guard connection.stage == .http, connection.pause == nil else { return }
        connection.pause = .turn
        ofThisTurn.append(connection.id)
        shard.loop.turnAgain()
    }

    func turnEnds() {
        if !ofThisTurn.isEmpty { swap(&ofThisTurn, &ofTurnBefore) }
    }

    /// Takes those up again that the turn before has left over.
    func resumeLeftOver() {
        var left: [ConnectionID] = []
        swap(&left, &ofTurnBefore)
        for id in left {
            guard let connection = shard.connection(id), connection.pause == .turn else { continue }
            resume(connection)
            shard.relieveTurn()
        }
    }

    func resume(_ connection: Connection) {
        connection.pause = nil
        var input: [UInt8] = []
        swap(&input, &connection.unread)
        input.withUnsafeMutableBytes { shard.feed(connection, $0) }
        shard.inputs.count(connection)
        if connection.endsBehindUnread, connection.pause == nil, connection.stage != .ended {
            shard.inputEnded(connection, byTCP: false)
        }
        if connection.stage != .ended { shard.watch(connection) }
    }

    /// Stops reading from a WebSocket, or goes on. The service is given no message meanwhile, also none that has come already,
    /// and the peer is not taken for dead. Its pings are answered late.
    package func hold(_ connection: Connection, _ isHeld: Bool) {
        shard.loop.requireQueue()
        guard connection.isOpen, connection.isHeld != isHeld else { return }
        connection.isHeld = isHeld
        shard.watch(connection)
        if !isHeld {
            shard.readFrames(connection, UnsafeMutableRawBufferPointer(start: nil, count: 0))
            shard.inputs.count(connection)
        }
    }

    /// Has the connection end with the response to this request, unless it brings the requests of others as well.
    package func endWithResponse(_ connection: Connection) {
        shard.loop.requireQueue()
        connection.endsWithResponse = connection.believedProxy == nil
    }

    /// Whether there may be a request behind the one that is answered so.
    func mayGoOn(_ connection: Connection, _ status: HTTPStatus) -> Bool {
        guard status == .tooManyRequests, connection.believedProxy == nil else {
            connection.refusals = 0
            return true
        }
        connection.refusals += 1
        return !connection.endsWithResponse && connection.refusals < shard.options.refusalsBeforeClose
    }

    /// Its request was refused as too frequent.
    func slowDown(_ connection: Connection, bodyBytes: Int) {
        guard connection.stage == .http, connection.believedProxy == nil,
            Slowdown.isDue(after: connection.refusals, bytes: bodyBytes)
        else { return }
        connection.pause = .until(shard.loop.now + Slowdown.milliseconds)
        shard.watch(connection)
        shard.arm(connection)
    }
}

extension Connection {
    /// Nothing is read from it: what it sends is refused anyway.
    var isSlowed: Bool {
        if case .until = pause { true } else { false }
    }
}

/// When a client is slowed down that goes on though its requests are refused as too frequent.
package enum Slowdown {
    /// How long nothing is read from it then.
    package static let milliseconds: Int64 = 100
    private static let patientRefusals = 16
    private static let mostBytes = 4 << 10

    /// After so many refusals in a row, or one of a request that it takes long to read.
    package static func isDue(after refusals: Int, bytes: Int) -> Bool {
        refusals > patientRefusals || bytes > mostBytes
    }
}

/// Bytes. A body of several megabytes takes some turns more.
private let mostOfStranger = 8 << 10
