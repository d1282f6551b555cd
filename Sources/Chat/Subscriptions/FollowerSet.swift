import Domain

/// The followers of one publisher by one type, in the cache: sixteen bytes for each follower.
final class FollowerSet {
    struct Follower {
        /// The account's number: it fits (PairKey).
        private let packedAccount: UInt32
        /// In seconds.
        var expiry: UInt32
        /// Milliseconds since 1970.
        var since: Milliseconds

        init(account: AccountNumber, expiry: UInt32, since: Milliseconds) {
            packedAccount = UInt32(account.rawValue)
            self.expiry = expiry
            self.since = since
        }

        var account: AccountNumber { AccountNumber(Int64(packedAccount)) }

        /// S-Q23: from that moment on it is none.
        var end: Milliseconds { since + Seconds(expiry).milliseconds }
    }

    /// By account, ascending.
    private(set) var followers: [Follower]

    init(_ followers: [Follower]) {
        self.followers = followers
    }

    var weight: Int { 96 + followers.count * MemoryLayout<Follower>.stride }

    func put(_ follower: Follower) {
        let index = place(of: follower.account)
        if index < followers.count, followers[index].account == follower.account {
            followers[index] = follower
        } else {
            followers.insert(follower, at: index)
        }
    }

    func remove(_ account: AccountNumber) {
        let index = place(of: account)
        if index < followers.count, followers[index].account == account { followers.remove(at: index) }
    }

    /// Those whose time has come go.
    func expire(at now: Milliseconds) {
        if followers.contains(where: { $0.end <= now }) { followers.removeAll { $0.end <= now } }
    }

    private func place(of account: AccountNumber) -> Int {
        var (low, high) = (0, followers.count)
        while low < high {
            let middle = (low + high) / 2
            if followers[middle].account < account { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
