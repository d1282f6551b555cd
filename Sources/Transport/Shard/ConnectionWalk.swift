import EventLoop

/// A walk through a shard's table of connections that may rest between its pieces. A connection keeps its place in the table as
/// long as it is there, so each that is there when the walk begins is met once, unless it ends before. One that comes meanwhile
/// may be met or not.
package struct ConnectionWalk {
    private var place = 0

    package init() {}

    /// Goes on while `body` says so, by at most so many places. Returns whether the walk is over.
    package mutating func go(on shard: Shard, atMost count: Int, _ body: (Connection) -> Bool) -> Bool {
        shard.loop.requireQueue()
        let end = min(place + count, shard.connections.count)
        while place < end {
            let connection = shard.connections[place]
            place += 1
            if let connection, !body(connection) { break }
        }
        return place == shard.connections.count
    }
}
