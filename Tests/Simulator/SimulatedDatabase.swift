import Cluster

/// A database with a synchronous standby. A write is acknowledged, and seen by others, when the standby has it; but if its
/// connection is cut while it waits, everybody sees it at once, and it may still be lost.
final class SimulatedDatabase {
    private struct Write {
        let perform: (inout LogTables) -> () -> Void
    }

    private(set) var primary: LogTables
    private var standby: LogTables
    private var waiting: [Write] = []
    /// The write that waits for the standby: the tables with it, and what tells its client.
    private var current: (tables: LogTables, answer: () -> Void)?
    private var turn = 0
    private(set) var isUp = true
    private var isStandbySlow = false
    private var backup: (tables: LogTables, kept: Ledger.Kept)?
    private var restoredAt: Int64?
    private unowned let world: World
    /// How far the clock is off. Leases bear twice that.
    private var clockOffset: Int64 = 0

    init(_ world: World, leaseMilliseconds: Int64) {
        self.world = world
        primary = LogTables(cluster: "simulated", leaseMilliseconds: leaseMilliseconds)
        standby = primary
    }

    var time: Int64 { 1_700_000_000_000 + world.now + clockOffset }

    /// What is kept, whatever happens.
    var kept: LogTables { standby }

    // MARK: - Clients

    func read(after position: Position) -> LogSlice? {
        isUp ? primary.read(after: position, bytes: 4_096) : nil
    }

    /// Performed in turn. `answer` is called when it is kept, or never.
    func write<Answer>(_ perform: @escaping (inout LogTables) -> Answer, answer: @escaping (Answer) -> Void) {
        guard isUp else { return }
        waiting.append(
            Write { tables in
                let result = perform(&tables)
                return { answer(result) }
            })
        startNext()
    }

    private func startNext() {
        guard isUp, current == nil, !waiting.isEmpty else { return }
        var tables = primary
        let answer = waiting.removeFirst().perform(&tables)
        current = (tables, answer)
        turn += 1
        let turn = turn
        world.after(isStandbySlow ? world.random(50...400) : world.random(0...2)) { [self] in
            if self.turn == turn { replicated() }
        }
    }

    private func replicated() {
        guard let (tables, answer) = current else { return }
        current = nil
        primary = tables
        standby = tables
        world.ledger.noteKept(standby)
        answer()
        startNext()
    }

    /// Before anything else happens.
    func found(_ beginning: RunningDigest) {
        _ = primary.found(beginning)
        standby = primary
        world.ledger.noteFounding(standby.end)
    }

    // MARK: - Faults

    /// The backend ends while its commit waits for the standby. The standby gets it later, if it gets it.
    func cutBackend() {
        guard let (tables, _) = current else { return }
        current = nil
        turn += 1
        primary = tables
        let turn = turn
        world.after(world.random(1...150)) { [self] in
            guard self.turn == turn, current == nil, isUp else { return }
            standby = primary
            world.ledger.noteKept(standby)
        }
        startNext()
    }

    /// The standby takes over: what only the primary had is lost.
    func failOver() {
        turn += 1
        current = nil
        waiting = []
        primary = standby
        clockOffset = world.random(-8...8)
        stop(for: world.random(0...120))
    }

    func restart() {
        turn += 1
        // The commit's record was written, or was not yet.
        if let (tables, _) = current, world.chance(2) { primary = tables }
        current = nil
        waiting = []
        stop(for: world.random(20...300))
    }

    private func stop(for milliseconds: Int64) {
        isUp = false
        world.after(milliseconds) { [self] in
            isUp = true
            startNext()
        }
    }

    /// An operator puts an earlier state in the place of the database: what was acknowledged since is lost.
    func keepBackup() { backup = (standby, world.ledger.kept) }

    func restore() {
        guard let backup else { return }
        turn += 1
        current = nil
        waiting = []
        (standby, primary) = (backup.tables, backup.tables)
        world.ledger.restore(backup.kept)
        restoredAt = world.now
        stop(for: world.random(0...50))
    }

    func isRestored(within milliseconds: Int64) -> Bool {
        restoredAt.map { world.now - $0 < milliseconds } ?? false
    }

    func slowStandby(_ isSlow: Bool) { isStandbySlow = isSlow }
}
