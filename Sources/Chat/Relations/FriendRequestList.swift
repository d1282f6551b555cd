import ClientProtocol
import Domain
import Storage

/// A friend request as its list shows it.
package struct FriendRequestView: Sendable {
    package let user: String
    package let nickname: String
    package let wording: String
    package let source: String
    /// Seconds since 1970.
    package let addedAt: Seconds
    package let isOutgoing: Bool
    fileprivate let stamp: Stamp
}

/// a page of a user's requests, read from the store alone, on any reader's queue.
package struct FriendRequestList: Sendable {
    package var requests: [FriendRequestView] = []
    package var seq: Seq = 0
    /// R-Q35: what to ask the next page with; 0 at the end.
    package var next: Stamp = 0
    package var unread: Int64 = 0

    /// `seq`: the list that the client has. `cursor`: 0 for the first page; only then is the seq looked at. `now`:
    /// milliseconds since 1970.
    package init(
        of number: AccountNumber, incoming: Bool, outgoing: Bool, seq: Seq, cursor: Stamp, count: Int,
        now: Milliseconds,
        in store: any Transaction
    ) throws(CommandError) {
        guard cursor == 0 || cursor.isPossible(now: now) else {
            throw .refused(.friendParameters, "timestamp does not come from a list", keys: ["timestamp"])
        }
        self.seq = try stored(Self.seq(of: number, in: store))
        unread = try stored(Self.unread(of: number, in: store))
        if cursor == 0, seq == self.seq { return }
        let found = try stored(Self.all(of: number, in: store)).filter { $0.isOutgoing ? outgoing : incoming }
        let rest = found[Self.start(found, cursor)...]
        requests = Array(rest.prefix(count))
        next = requests.count < rest.count ? requests.last?.stamp ?? 0 : 0
    }

    private static func seq(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> Seq {
        var seq: Seq = 0
        try store.query("SELECT request_seq FROM relation_count WHERE account = $1", [.integer(number)]) { row in
            seq = row.integer(0)
        }
        return seq
    }

    private static func all(of number: AccountNumber, in store: any Transaction) throws(StoreError)
        -> [FriendRequestView]
    {
        var found: [FriendRequestView] = []
        try store.query(ofOwner, [.integer(number)]) { request, other in
            found.append(FriendRequestView(request, other))
        }
        return found
    }

    fileprivate enum Other: Int, TableColumn {
        static let table = "account"
        case name, nickname
    }

    private static let ofOwner = PairSelection<FriendRequest.Column, Other>(
        """
        FROM friend_request JOIN account ON account.id = friend_request.other WHERE friend_request.owner = $1
        ORDER BY friend_request.added_at DESC, account.name, friend_request.direction
        """)

    /// The number of unread requests from others (R-Q37).
    static func unread(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> Int64 {
        var count: Int64 = 0
        try store.query(
            "SELECT count(*) FROM friend_request WHERE owner = $1 AND direction = 1 AND is_read = 0", [.integer(number)]
        ) { row in count = row.integer(0) }
        return count
    }

    /// Behind the request that the cursor names. If that one has gone, everything of its second comes again: rather twice than
    /// not at all.
    private static func start(_ found: [FriendRequestView], _ cursor: Stamp) -> Int {
        if cursor == 0 { return 0 }
        if let index = found.firstIndex(where: { $0.stamp == cursor }) { return index + 1 }
        return found.firstIndex { $0.addedAt <= cursor.time.seconds } ?? found.count
    }
}

extension FriendRequestView {
    fileprivate init(_ request: TypedRow<FriendRequest.Column>, _ other: TypedRow<FriendRequestList.Other>) {
        self.init(
            user: other.text(.name), nickname: other.text(.nickname), wording: request.text(.wording),
            source: request.text(.source), addedAt: request.integer(.addedAt),
            isOutgoing: request.integer(.direction) == FriendRequest.Direction.outgoing.rawValue,
            stamp: request.integer(.stamp))
    }
}
