import Foundation
import Framing

/// Where requests come into a gateway. A session hears its events over its WebSocket in any case. A request over HTTP has no
/// session, so all devices of the user are told what it did: tests of who is not told name `.webSocket`.
enum RequestDoor: String, CaseIterable {
    case webSocket, http
    /// Each session's requests go to both in turns.
    case both

    static let allCases = [webSocket, http]

    /// That of the tests that name none. `scripts/test` runs those of operations at both, and with `--long` at each.
    static let usual = ProcessInfo.processInfo.environment["MARTLET_DOOR"].flatMap(RequestDoor.init) ?? .webSocket
}

extension HTTPHeader {
    static func bearer(_ token: String) -> HTTPHeader { HTTPHeader("Authorization", "Bearer \(token)") }
    static func adminKey(_ key: String) -> HTTPHeader { HTTPHeader("Martlet-Key", key) }
    static func asUser(_ user: String) -> HTTPHeader { HTTPHeader("Martlet-As", user) }
    static func idempotencyKey(_ key: String) -> HTTPHeader { HTTPHeader("Idempotency-Key", key) }
}

/// Each row of a table, at each door.
func atBothDoors<First, Second>(_ rows: [(First, Second)]) -> [(First, Second, RequestDoor)] {
    rows.flatMap { row in RequestDoor.allCases.map { (row.0, row.1, $0) } }
}
