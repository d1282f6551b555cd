import ClientProtocol
import Domain
import Security
import ServerAPI
import Transport

/// The rights of an admin key: its operations, its addresses, its rate.
struct AdminAccess: Sendable {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    /// The listener that the key has come by.
    private(set) var role = ListenerRole.clients
    /// For the audit log: whether an operator at the console uses it, and from which address.
    private(set) var isAtConsole = false
    private(set) var address = ""
    /// Nil: as fast as it likes, and nobody pays for what its requests cost.
    let rate: RateLimit?
    /// Nil: from everywhere.
    private let addresses: [SocketAddress.Block]?
    /// Nil: everything.
    private let scopes: [String]?

    /// The gateway's own, for what it does for others: nobody holds its key, and the audit log has nothing of it.
    let isGateways: Bool

    init(gateway name: String, perSecond: Int, scopes: [String]) {
        self.name = name
        rate = RateLimit(perSecond: perSecond, burst: perSecond)
        addresses = nil
        self.scopes = scopes
        isGateways = true
    }

    /// A misspelled scope or address must not be found out by a backend that is refused.
    init(_ key: AdminKeys.Key) throws(Fault) {
        name = key.name
        isGateways = false
        rate = key.rate.map { RateLimit(perSecond: $0.perSecond, burst: $0.burst) }
        var blocks: [SocketAddress.Block] = []
        for text in key.addresses ?? [] {
            guard let block = SocketAddress.Block(text) else {
                throw Fault(description: "has the address `\(text)`, which is none like 10.1.2.3 or 10.0.0.0/8")
            }
            blocks.append(block)
        }
        addresses = key.addresses == nil ? nil : blocks
        for scope in key.scopes ?? []
        where scope != EventStreams.scope
            && !OperationTable.standard.operations.contains(where: { covers(scope, $0.name) })
        {
            throw Fault(description: "has the scope `\(scope)`, which names no operation")
        }
        scopes = key.scopes
    }

    func allows(_ operation: String) -> Bool {
        scopes?.contains { covers($0, operation) } ?? true
    }

    /// Throws unless the key may ask for the operation, here. `header` has brought the key, if one has.
    func require(_ operation: Operation, from header: String? = nil) throws(Refusal) {
        guard allows(operation.name) else {
            throw Refusal(
                .forbidden, "the key's scopes do not have this operation", keys: header.map { [$0] } ?? [])
        }
        guard !operation.isForOperators || role == .admin else {
            throw Refusal(.forbidden, "this is asked for at the operators' listener alone (admin.listen)")
        }
    }

    var actor: String { (isAtConsole ? "console:" : "key:") + name }

    /// The same as it has come by this connection.
    func used(on connection: Connection, isAtConsole: Bool = false) -> AdminAccess {
        var access = self
        access.role = connection.role
        access.address = connection.peer.hostText
        access.isAtConsole = isAtConsole
        return access
    }

    func admits(_ peer: SocketAddress) -> Bool {
        addresses?.contains { $0.contains(peer.host) } ?? true
    }
}

extension AdminKeys.Key {
    /// Why the gateway would refuse the key; nil if it would not.
    package var fault: String? {
        do throws(AdminAccess.Fault) {
            _ = try AdminAccess(self)
            return nil
        } catch {
            return error.description
        }
    }
}

/// A scope is an operation's name, or the beginning of names, up to a dot, and a star.
private func covers(_ scope: String, _ operation: String) -> Bool {
    if scope == "*" { return true }
    guard scope.hasSuffix(".*") else { return scope == operation }
    return operation.hasPrefix(scope.dropLast())
}
