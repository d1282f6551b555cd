import Meters

/// The responses over HTTP of a shard that wait for their clients to take them, by the client's address.
///
/// A page is asked for in forty bytes, by anybody. So each address has a share of its own, all pages of the node leave half of
/// its outboxes to sessions, and beyond that those go first that have taken nothing for longest: one who reads is never among
/// them as long as others do not. Called on the shard's queue.
final class UnreadPages {
    private struct Page {
        let network: SocketAddress.Network
        var bytes: Int
    }

    private struct Sum {
        var pages = 0
        var bytes = 0
    }

    private unowned let shard: Shard
    /// Each shard's share of the node's and of one address's limit: a shard gives up no connections but its own.
    private let share: Int
    private let addressShare: Int
    /// By the slots of their connections.
    private var pages: [Int: Page] = [:]
    private var all = Sum()
    private var sums: [SocketAddress.Network: Sum] = [:]

    init(_ shard: Shard) {
        self.shard = shard
        share = shard.node.limit / 2 / shard.node.shards
        addressShare = max(shard.options.pageBytesPerAddress / shard.node.shards, 2 * shard.options.outboxBytes)
    }

    /// Counts what waits for a connection that is no WebSocket, and gives up those for which there is no room.
    func relieve(_ connection: Connection) {
        for surplus in note(connection) {
            shard.metrics.slowConsumers.add()
            shard.abort(surplus)
        }
    }

    /// Notes how much waits for the connection now. Returns the connections that have to go for it.
    private func note(_ connection: Connection) -> [Connection] {
        let bytes = connection.backlog?.ownBytes ?? 0
        if bytes == 0, pages.isEmpty { return [] }
        forget(connection.slot)
        // Operators' pages are few, and clients keep no operator out.
        guard bytes > 0, connection.role != .admin else { return [] }
        let page = Page(network: connection.peer.network, bytes: bytes)
        pages[connection.slot] = page
        add(page, 1)
        return surplus(besides: page.network)
    }

    func forget(_ slot: Int) {
        if !pages.isEmpty, let page = pages.removeValue(forKey: slot) { add(page, -1) }
    }

    private func add(_ page: Page, _ count: Int) {
        all.pages += count
        all.bytes += count * page.bytes
        var sum = sums[page.network] ?? Sum()
        sum.pages += count
        sum.bytes += count * page.bytes
        sums[page.network] = sum.pages == 0 ? nil : sum
    }

    /// One page of an address, and of the shard, may have any length.
    private func surplus(besides network: SocketAddress.Network) -> [Connection] {
        if let sum = sums[network], sum.bytes > addressShare, sum.pages > 1 {
            return oldest(in: pages.filter { $0.value.network == network }, freeing: sum.bytes - addressShare / 8 * 7)
        }
        if shard.node.isHalfFullOfPages, all.bytes > share, all.pages > 1 {
            return oldest(in: pages, freeing: all.bytes - share / 8 * 7)
        }
        return []
    }

    /// Somewhat more than has to go, so that not each further page looks at all others.
    private func oldest(in pages: [Int: Page], freeing bytes: Int) -> [Connection] {
        // A page is forgotten with its connection.
        let byAge = pages.map { (connection: shard.connections[$0.key]!, bytes: $0.value.bytes) }
            .sorted { $0.connection.lastProgress < $1.connection.lastProgress }
        var freed = 0
        return byAge.dropLast().prefix { page in
            defer { freed += page.bytes }
            return freed < bytes
        }.map(\.connection)
    }
}
