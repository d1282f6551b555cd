import Locking

/// The requests of this node that the cluster has not answered, by the place where the reply is awaited.
final class AwaitedReplies: Sendable {
    private let awaited = Lock<[ReplyAddress: LoginRequest?]>([:])

    /// `login`: what the session's node needs for the reply, if the request is a login.
    func add(_ address: ReplyAddress, login: LoginRequest?) { awaited.withLock { $0[address] = .some(login) } }

    /// Nil: it is answered already, or is none of this incarnation.
    func take(_ address: ReplyAddress) -> LoginRequest?? { awaited.withLock { $0.removeValue(forKey: address) } }

    func takeAll() -> [ReplyAddress] {
        awaited.withLock { awaited in
            defer { awaited = [:] }
            return Array(awaited.keys)
        }
    }

    var count: Int { awaited.withLock(\.count) }
}
