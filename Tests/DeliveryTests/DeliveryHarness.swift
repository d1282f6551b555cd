import ClientProtocol
import Domain
import JSON

@testable import Chat
@testable import Gateway
@testable import Routing
@testable import Transport

/// The implementations of the seam between the writer and those who serve clients.
enum Implementation: CaseIterable {
    case local
    /// Of a node that reads in a record what has happened at another one.
    case follower
}

/// A delivery with two shards, and what these have been given.
final class DeliveryHarness {
    struct Share: Equatable {
        let shard: Int
        let stamp: Stamp
        let contents: [String]
    }

    let directory = Directory(LoginPolicy(exclusive: [], sessionsPerUser: 10))
    private(set) var shares: [Share] = []
    /// The shared events among what was given, in order.
    private(set) var sharedEvents: [SharedEvent] = []
    private var delivery: (any EffectDelivery)!
    private var slots: UInt32 = 0

    init(_ implementation: Implementation) {
        let local = LocalDelivery(shards: 2, directory, CallerChanges()) { [unowned self] shard, share, stamp in
            shares.append(Share(shard: shard, stamp: stamp, contents: share.map(describe)))
        }
        switch implementation {
        case .local: delivery = local
        case .follower: delivery = FollowerDelivery(local)
        }
    }

    /// Returns what has been given since the last call.
    func deliver(_ effects: CommitEffect..., upTo stamp: Stamp = 1) -> [Share] {
        delivery.deliver(effects, upTo: stamp)
        defer { shares = [] }
        return shares
    }

    /// The effects that each shard has got.
    func contents(of effects: CommitEffect...) -> [[String]] {
        delivery.deliver(effects, upTo: 1)
        defer { shares = [] }
        return (0..<2).map { shard in shares.filter { $0.shard == shard }.flatMap(\.contents) }
    }

    func sessionsChanged(of account: AccountNumber, _ user: String) {
        delivery.sessionsChanged(of: account, to: directory.sessions(of: UserID(user)!))
    }

    func record(_ user: String, _ device: String, on shard: UInt16) -> SessionRecord {
        slots += 1
        return SessionRecord(
            id: SessionID(), user: UserID(user)!, device: device, platform: .ios,
            connection: ConnectionID(shard: shard, slot: slots, generation: 1),
            address: SocketAddress("127.0.0.1", port: 1)!, openedAt: 0)
    }

    /// A session whose login is under way.
    func expected(_ user: String, _ device: String, on shard: UInt16) -> SessionRecord {
        let record = record(user, device, on: shard)
        directory.expect(record)
        return record
    }

    /// A session that is open already.
    func present(_ user: String, _ device: String, on shard: UInt16) -> SessionRecord {
        let record = record(user, device, on: shard)
        _ = directory.open(record)
        sessionsChanged(of: account(of: user), user)
        return record
    }

    private func describe(_ delivery: ShardDelivery) -> String {
        switch delivery {
        case .reply(let reply): return "reply \(reply.address.request)"
        case .identified(let address, let account): return "identified \(address.request): \(account)"
        case .isNew(let address): return "new \(address.request)"
        case .serverEvent(let event, let id): return "\(name(of: event)) to \(id.slot)"
        case .sharedEvent(let event, let id):
            sharedEvents.append(event)
            return "shared event to \(id.slot)"
        case .attachSession(_, let record, _): return "attach \(record.device) \(record.connection.slot)"
        case .kick(let record, let kick): return "kick \(record.device): \(kick.label)"
        case .lose(let record): return "lose \(record.device)"
        case .revoke(let record, let revocation): return "revoke \(record.device): \(revocation.second)"
        case .toGroup(let group, let event, let exceptions):
            sharedEvents.append(event)
            return "group \(group) except \(exceptions.sorted())"
        case .toMember(let account, let group, let event):
            sharedEvents.append(event)
            return "member \(account) of group \(group)"
        case .enter(let group, let record): return "enter \(group): \(record.device)"
        case .leave(let group, let record): return "leave \(group): \(record.device)"
        case .toChannel(let channel, let event):
            sharedEvents.append(event)
            return "channel \(channel)"
        case .follow(let channel, let record): return "follow \(channel): \(record.device)"
        case .unfollow(let channel, let record): return "unfollow \(channel): \(record.device)"
        case .endChannel(let channel): return "end \(channel)"
        case .broadcast(let place, let event):
            sharedEvents.append(event)
            return "broadcast \(place.seq) of \(place.stamp) until \(place.expiresAt)"
        case .room(let id, let change): return "room \(id): \(change)"
        case .eraseInRooms(let user): return "erase in rooms: \(user.text)"
        case .stopBroadcast(let seq): return "stop broadcast \(seq)"
        case .endFollowing(let user, let revocation):
            return "end following by \(user.text): \(revocation.map { "\($0.second)" } ?? "all")"
        case .endHearing(let group, let user): return "end hearing of \(group) by \(user.text)"
        case .subscriptionEvent(_, let recipients): return "subscription event to \(recipients.map(\.connection.slot))"
        }
    }

    private func name(of event: any ServerEvent) -> String {
        var json = JSONWriter()
        event.write(to: &json)
        let total = json.text.firstMatch(of: /"total":(\d+)/)
        return total.map { "total \($0.1)" } ?? "event"
    }
}

/// Delivers what the effects are in a record.
private final class FollowerDelivery: EffectDelivery {
    private let local: LocalDelivery
    private var json = JSONWriter()

    init(_ local: LocalDelivery) { self.local = local }

    func deliver(_ effects: [CommitEffect], upTo stamp: Stamp) {
        let read = effects.map { effect -> CommitEffect in
            guard case .chat(let effect, let session) = effect else { return effect }
            do throws(EffectDamage) {
                return .chat(try ChatEffect(RecordedEffect(effect, &json)), from: session)
            } catch {
                preconditionFailure("\(error)")
            }
        }
        local.deliver(read, upTo: stamp)
    }

    func sessionsChanged(of account: AccountNumber, to sessions: [SessionRecord]) {
        local.sessionsChanged(of: account, to: sessions)
    }
}

extension CommitEffect {
    static func reply(_ request: UInt64, on shard: UInt16) -> CommitEffect {
        .reply(Reply(ReplyAddress(request, on: shard), .ok(Array("{}".utf8))))
    }

    static func login(_ record: SessionRecord, account: AccountNumber) -> CommitEffect {
        let request = LoginRequest(record, expiresAt: 0, issuedAt: nil, claim: .none, positions: nil)
        let login = Login(
            account: account, revocation: .none, told: 0, streamSeq: 0,
            relations: RelationsSummary(version: 0, requestSeq: 0, unreadRequests: 0), groups: [], channels: [],
            broadcastSeq: 0,
            resumption: nil, changed: [], isComplete: true, total: 0, subscriptions: [],
            calls: [])
        return .login(
            AdmittedLogin(address: ReplyAddress(1, on: record.connection.shard), request: request, login: login))
    }

    static func total(
        _ total: Int64, to user: String, sparesOrigin: Bool = false, from session: SessionRecord? = nil
    ) -> CommitEffect {
        let content = TestEvent(total: total, sparesOrigin: sparesOrigin)
        return .chat(.event(TypedEvent(content, to: .user(UserID(user)!, account(of: user)))), from: session?.id)
    }
}

private func account(of user: String) -> AccountNumber { user == "alice" ? 1 : 2 }

/// An event of the test.
struct TestEvent: DomainEvent, EventDefinition {
    static let declaration = Event("test.told", "For the test.", to: .user, data: [])

    let total: Int64
    var sparesOrigin = false

    func write(to json: inout JSONWriter) { json.field("total", total) }
}

extension ReplyAddress {
    fileprivate init(_ request: UInt64, on shard: UInt16) {
        self.init(ticket: ReplyTicket(shard: shard, place: UInt32(request), generation: 0), request: request)
    }
}
