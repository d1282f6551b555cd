import Storage

/// The domain and its clients, as a node sees them. It is called on the node's queue.
package protocol NodeService: AnyObject {
    /// Carries out one piece of a batch, and says what is to be told; the statements are noted by the host. A refusal
    /// is a reply. After an error of the disk or the system the batch is rolled back, and another node leads.
    func carryOut(
        _ work: Work, in batch: Batch, _ transaction: any Transaction
    ) throws(StoreError) -> RecordEntry

    /// The piece has met another error, and nothing of it has happened: what is to be told instead.
    func failed(_ work: Work, _ error: StoreError) -> RecordEntry

    /// Nothing of the batch has happened: forget what was kept of it.
    func rolledBack()

    /// Tells clients, or begins and ends a leader's own work. Only these: `tell`, `conclude`, `refuse`, `giveUp`, `began`,
    /// `promoted`, `demoted`, `storeFails`, `databaseFails`, `condition`, `rebuild`, `halt`, `logEnded`. `reading`: the store, in which nothing is
    /// under way.
    func perform(_ action: NodeAction, _ reading: any Transaction)

    /// Notes a failure of the host, which will try again: a line for the operator.
    func note(_ problem: String)
}

/// The ways to other nodes. A message that cannot be sent is lost; events of links go to the host.
package protocol NodeLinks: Sendable {
    func send(_ message: LinkMessage, to other: Incarnation)
    /// The node is another one from now on: its links begin anew.
    func began(_ incarnation: Incarnation)
}
