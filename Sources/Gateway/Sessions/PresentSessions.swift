import Cluster
import Domain
import Routing
import Storage
import Transport

/// A session that is open, wherever its socket is: what lists of sessions tell.
enum PresentSession: Sendable {
    case ofGateway(SessionRecord)
    case ofCluster(Seat)

    var id: SessionID {
        switch self {
        case .ofGateway(let record): record.id
        case .ofCluster(let seat): SessionID(rawValue: seat.key.number)
        }
    }

    /// Of the node that has its connection; nil: the gateway runs alone.
    var incarnation: Incarnation? {
        switch self {
        case .ofGateway: nil
        case .ofCluster(let seat): seat.key.incarnation
        }
    }

    var user: UserID {
        switch self {
        case .ofGateway(let record): record.user
        case .ofCluster(let seat): seat.user
        }
    }

    var device: String {
        switch self {
        case .ofGateway(let record): record.device
        case .ofCluster(let seat): seat.device
        }
    }

    var platform: Platform {
        switch self {
        case .ofGateway(let record): record.platform
        case .ofCluster(let seat): seat.platform
        }
    }

    var openedAt: Milliseconds {
        switch self {
        case .ofGateway(let record): record.openedAt
        case .ofCluster(let seat): seat.openedAt
        }
    }

    /// The client's, as text.
    var address: String {
        switch self {
        case .ofGateway(let record): record.address.hostText
        case .ofCluster(let seat): seat.address
        }
    }
}

extension SessionSelection {
    func contains(_ session: PresentSession) -> Bool {
        contains(session: session.id.description, device: session.device, platform: session.platform)
    }
}

/// The sessions of users: of this gateway if it runs alone, else of all nodes, as far as this one has heard of them.
enum PresentSessions: Sendable {
    case ofGateway(Directory)
    case ofCluster(SeatBook)

    /// Oldest first.
    func sessions(of user: UserID) -> [PresentSession] {
        switch self {
        case .ofGateway(let directory): directory.sessions(of: user).map(PresentSession.ofGateway)
        case .ofCluster(let seats): seats.seats(of: user).map(PresentSession.ofCluster)
        }
    }

    func platforms(of user: UserID) -> [Platform] {
        switch self {
        case .ofGateway(let directory): directory.sessions(of: user).map(\.platform)
        case .ofCluster(let seats): seats.seats(of: user).map(\.platform)
        }
    }

    /// Those of all users that are wanted, from a place on. `store`: as it is now.
    func page(
        from place: SessionPlace?, limit: Int, in store: any Transaction, where isWanted: (PresentSession) -> Bool
    ) throws(StoreError) -> (sessions: [PresentSession], next: SessionPlace?) {
        switch self {
        case .ofGateway(let directory):
            let page = directory.page(from: place, limit: limit) { isWanted(.ofGateway($0)) }
            return (page.sessions.map(PresentSession.ofGateway), page.next)
        case .ofCluster: return try SeatTable(store).page(from: place, limit: limit, where: isWanted)
        }
    }

    func isOnline(_ user: UserID) -> Bool { !platforms(of: user).isEmpty }
}
