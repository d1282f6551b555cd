import EventLoop
import Framing

/// Why no more requests of a connection are looked at for now, though some may have come.
enum RequestPause: Equatable {
    /// It has had its share of the turn.
    case turn
    /// Its requests come too fast: until then.
    case until(Int64)
}

/// The connections that have had their share of a turn, and have sent more.
struct RequestShares {
    private var ofThisTurn: [ConnectionID] = []
    private var ofTurnBefore: [ConnectionID] = []

    mutating func add(_ id: ConnectionID) { ofThisTurn.append(id) }

    mutating func turnEnds() {
        if !ofThisTurn.isEmpty { swap(&ofThisTurn, &ofTurnBefore) }
    }

    mutating func takeLeftOver() -> [ConnectionID] {
        var taken: [ConnectionID] = []
        swap(&taken, &ofTurnBefore)
        return taken
    }
}

/// A client that sends requests ahead, or goes on though it is refused, has others wait for no more than its share.
extension Shard {
    /// How much is read at once from a peer that has not shown who it is: what it sends has to be looked at before it can be
    /// refused.
    func mostRead(from connection: Connection) -> Int {
        connection.standing == .pending ? min(mostOfStranger, readBuffer.count) : readBuffer.count
    }

    /// Leaves what else the connection has sent to the next turn.
    func pauseForTurn(_ connection: Connection) {
        guard connection.stage == .http, connection.pause == nil else { return }
        connection.pause = .turn
        requestShares.add(connection.id)
        loop.turnAgain()
    }

    package func turnGoesOn() {
        for id in requestShares.takeLeftOver() {
            guard let connection = connection(id), connection.pause == .turn else { continue }
            resume(connection)
            relieveTurn()
        }
    }

    func resume(_ connection: Connection) {
        connection.pause = nil
        var input: [UInt8] = []
        swap(&input, &connection.unread)
        input.withUnsafeMutableBytes { feed(connection, $0) }
        if connection.endsBehindUnread, connection.pause == nil, connection.stage != .ended {
            inputEnded(connection, byTCP: false)
        }
        if connection.stage != .ended { watch(connection) }
    }

    /// Has the connection end with the response to this request, unless it brings the requests of others as well.
    package func endWithResponse(_ connection: Connection) {
        loop.requireQueue()
        connection.endsWithResponse = connection.believedProxy == nil
    }

    /// Whether there may be a request behind the one that is answered so.
    func mayGoOn(_ connection: Connection, _ status: HTTPStatus) -> Bool {
        guard status == .tooManyRequests, connection.believedProxy == nil else {
            connection.refusals = 0
            return true
        }
        connection.refusals += 1
        return !connection.endsWithResponse && connection.refusals < options.refusalsBeforeClose
    }

    /// Its request was refused as too frequent.
    func slowDown(_ connection: Connection, bodyBytes: Int) {
        guard connection.stage == .http, connection.believedProxy == nil,
            Slowdown.isDue(after: connection.refusals, bytes: bodyBytes)
        else { return }
        connection.pause = .until(loop.now + Slowdown.milliseconds)
        watch(connection)
        arm(connection)
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
