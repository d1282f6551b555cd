import Chat
import Domain
import Locking
import Storage
import Telemetry

/// At the node that leads: gives rooms another home whose home it has not reached for long, however that has ended (L-34). On the
/// queue of `RoomLinks`.
final class RoomMoves {
    private let member: ClusterMember
    private let store: Store<Committer>
    private let records: RoomRecords
    private let log: Log
    private var nextLook: Milliseconds = 0
    /// Homes that are not reached, and since when.
    private var lost: [NodeNumber: Milliseconds] = [:]
    /// As a reader has found them.
    private let homes = SharedHomes()

    private final class SharedHomes: Sendable {
        let known = Lock<Set<NodeNumber>>([])
        /// Some room has not moved yet.
        let isMore = Lock(false)
    }

    init(_ member: ClusterMember, _ store: Store<Committer>, _ records: RoomRecords, _ log: Log) {
        self.member = member
        self.store = store
        self.records = records
        self.log = log
    }

    /// Returns when it wants to run again.
    func run(links: RoomLinks, now: Milliseconds) -> Milliseconds {
        guard now >= nextLook else { return nextLook }
        guard member.isAlone else {
            lost = [:]
            nextLook = now + betweenLooks
            return nextLook
        }
        let own = links.own
        let unreached = homes.known.withLock(\.self).filter { $0 != own && !links.reaches($0) }
        lost = Dictionary(uniqueKeysWithValues: unreached.map { ($0, lost[$0] ?? now) })
        let isMore = homes.isMore.withLock { isMore in
            defer { isMore = false }
            return isMore
        }
        for (node, since) in lost where since + patience <= now || !member.knows(node) {
            move(from: node, own: own)
        }
        read()
        nextLook = now + (isMore ? betweenMoves : betweenLooks)
        return nextLook
    }

    private func read() {
        let homes = homes
        store.read { transaction throws(StoreError) in
            let found = try RoomQueries.homes(in: transaction)
            homes.known.withLock { $0 = Set(found) }
        } failed: { [log] error in
            log.warning("the homes of rooms cannot be read", ["reason": "\(error)"])
        }
    }

    private func move(from former: NodeNumber, own: NodeNumber) {
        let (records, homes) = (records, homes)
        store.write { committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in
                let isMore = try chat.rooms.moveAll(from: former) {
                    records.nextHome(of: $0, own: own, except: former)
                }
                homes.isMore.withLock { $0 = isMore }
            }
        } failed: { [log] error in
            log.warning("rooms have not moved to another home", ["reason": "\(error)"])
        }
    }
}

/// A link is down after two seconds of silence, and its end may come again.
private let patience: Milliseconds = 2_000
private let betweenLooks: Milliseconds = 1_000
/// Between two pieces, of which each is a record.
private let betweenMoves: Milliseconds = 50
