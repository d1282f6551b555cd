import ClientProtocol
import Domain

@testable import Chat

extension ChatEffect {
    /// Nil for what is no event.
    var event: (any ServerEvent)? {
        if case .event(let event) = self { event } else { nil }
    }

    var content: (any DomainEvent)? { event.flatMap(\.content) }

    /// Of what is told to one user.
    var recipient: UserID {
        switch self {
        case .event(let event):
            guard case .user(let user, _) = event.audience else {
                preconditionFailure("\(event.audience) is told an event")
            }
            return user
        case .entered(_, let user), .left(_, let user), .followed(_, let user), .unfollowed(_, let user),
            .accountEnded(let user), .tokensRevoked(let user, _), .kicked(let user, _, _):
            return user
        case .channelEnded(let channel): preconditionFailure("channel \(channel) ends for nobody by name")
        case .room(let id, _): preconditionFailure("room \(id) is told by its home")
        case .broadcastStopped(let seq): preconditionFailure("broadcast \(seq) is stopped for nobody by name")
        case .subscriptionEvent: preconditionFailure("nobody follows anybody here")
        }
    }
}

extension ServerEvent {
    var seq: Seq? {
        switch place {
        case .user(let seq), .group(_, let seq): seq
        case nil: nil
        }
    }
}
