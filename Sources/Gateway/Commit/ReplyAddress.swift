/// Where the reply to a request is awaited: a value that any process can keep and give back.
struct ReplyAddress: Hashable, Sendable {
    let ticket: ReplyTicket
    /// The request's own number.
    let request: UInt64
}

/// Stands for a request that waits for its reply in one of this node's shards. Only that shard knows the request.
struct ReplyTicket: Hashable, Sendable {
    let shard: UInt16
    let place: UInt32
    let generation: UInt32
}
