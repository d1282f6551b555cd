/// The state on the writer's queue beside the store: caches of rows, and effects that wait for the commit.
///
/// Rule: a job leaves its effects in the transaction and in the observer, and nowhere else until `committed()`.
/// Why: the jobs of a batch share one transaction. When one of them fails, all are rolled back, and the others run again.
/// So: a job notes in the observer what it will tell; `committed()` tells it, `rolledBack()` forgets it, and takes
/// caches back to what they were.
package protocol TransactionObserver: AnyObject, SendableMetatype {
    /// The jobs that ran since the last call of either function last.
    func committed()
    /// The jobs that ran since the last call of either function have not happened.
    func rolledBack()
}
