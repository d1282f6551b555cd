/// What goes wrong, when: drawn from the run's random numbers.
struct FaultScript {
    private let world: World
    /// How long it is between two faults, at most.
    private let pace: Int64

    init(_ world: World) {
        self.world = world
        pace = [60, 200, 600][Int(world.random(0...2))]
    }

    func begin() {
        // A backup from before the founding's first snapshot is of no use to anybody.
        if world.founding == nil, !world.options.leaves, world.chance(5) { restoreOnce() }
        if world.options.leaves, let host = world.pick(world.hosts) {
            world.after(world.random(300...2_000)) { host.leave() }
        }
        beginNext()
    }

    private func beginNext() {
        world.after(world.random(1...pace)) { next() }
    }

    private func restoreOnce() {
        let moment = world.random(300...1_800)
        world.after(moment) { world.database.keepBackup() }
        world.after(moment + world.random(10...300)) { world.database.restore() }
    }

    private func next() {
        if world.isQuiet { return }
        strike()
        beginNext()
    }

    private func strike() {
        // The leader is the one whose faults show most.
        let leading = world.hosts.filter(\.isLeading)
        guard let host = world.chance(2) && !leading.isEmpty ? leading[0] : world.pick(world.hosts) else { return }
        let others = world.hosts.filter { $0.index != host.index }
        guard let other = world.pick(others) else { return }
        switch world.random(0...16) {
        case 0, 1: crash(host)
        case 2, 3: host.pause(for: world.random(20...1_200))
        case 4: host.cutOff(for: world.random(30...900))
        case 5, 6: world.links.cut(host.index, other.index)
        case 7: world.links.mute(from: host.index, to: other.index)
        case 8: world.links.partition(host.index, other.index, for: world.random(50...500))
        case 9, 10: world.database.cutBackend()
        case 11:
            world.database.cutBackend()
            world.after(world.random(0...80)) { world.database.failOver() }
        case 12: world.database.failOver()
        case 13: world.database.restart()
        case 14: slowDown()
        case 15: if world.chance(2) { host.failNextCommit() } else { handOver(host, to: other) }
        case 16: host.fillDisk(for: world.random(20...900))
        default: break
        }
    }

    /// As a process that ends, or as an operator.
    private func handOver(_ host: Host, to other: Host) {
        if world.chance(2) { host.handOver() } else { host.passLead(to: other.incarnation) }
    }

    private func crash(_ host: Host) {
        host.crash(losing: world.chance(2) ? 0 : world.random(1...4))
        host.restartLater()
    }

    private func slowDown() {
        world.database.slowStandby(true)
        world.after(world.random(100...500)) { world.database.slowStandby(false) }
    }
}
