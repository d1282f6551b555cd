import Cluster

/// One connection for each pair of nodes. Messages of a direction come in order; a connection that has lost one is cut.
final class SimulatedLinks {
    private struct Pair: Hashable {
        let low: Int
        let high: Int

        init(_ one: Int, _ other: Int) {
            low = min(one, other)
            high = max(one, other)
        }
    }

    private struct Link {
        var generation = 0
        var isUp = false
        /// Directions in which messages are lost, by sender.
        var mute: Set<Int> = []
        /// By sender, when its last message comes.
        var lastArrival: [Int: Int64] = [:]
        var ends: [Int: Incarnation] = [:]
    }

    private var links: [Pair: Link] = [:]
    private var isBroken: Set<Pair> = []
    private unowned let world: World

    init(_ world: World) { self.world = world }

    /// Connects the two, soon, if both live.
    func connect(_ one: Int, _ other: Int) {
        let pair = Pair(one, other)
        guard one != other else { return }
        world.after(world.random(2...60)) { [self] in
            guard links[pair]?.isUp != true else { return }
            let (low, high) = (world.hosts[pair.low], world.hosts[pair.high])
            guard low.isRunning, high.isRunning, !isBroken.contains(pair) else { return connectLater(pair) }
            var link = Link()
            link.generation = (links[pair]?.generation ?? 0) + 1
            link.isUp = true
            link.ends = [pair.low: low.incarnation, pair.high: high.incarnation]
            links[pair] = link
            low.take(.linkUp(high.incarnation))
            high.take(.linkUp(low.incarnation))
        }
    }

    private func connectLater(_ pair: Pair) {
        world.after(50) { [self] in connect(pair.low, pair.high) }
    }

    func send(_ message: LinkMessage, from sender: Int, to incarnation: Incarnation) {
        guard let receiver = world.hosts.indices.first(where: { links[Pair(sender, $0)]?.ends[$0] == incarnation }),
            receiver != sender
        else { return }
        let pair = Pair(sender, receiver)
        guard var link = links[pair], link.isUp, link.ends[receiver] == incarnation else { return }
        guard let origin = link.ends[sender], !link.mute.contains(sender) else { return }
        let arrival = max(world.now + world.random(0...3), link.lastArrival[sender] ?? 0)
        link.lastArrival[sender] = arrival
        links[pair] = link
        let generation = link.generation
        world.after(arrival - world.now) { [self] in
            // What is under way at a cut is lost, or comes late.
            guard links[pair]?.generation == generation, links[pair]?.isUp == true else {
                if world.chance(3) { deliver(message, from: origin, to: receiver, incarnation, after: 30) }
                return
            }
            world.hosts[receiver].take(.message(message, from: origin), for: incarnation)
            if !world.isQuiet, world.chance(40) {
                deliver(message, from: origin, to: receiver, incarnation, after: 100)
            }
        }
    }

    private func deliver(
        _ message: LinkMessage, from origin: Incarnation, to receiver: Int, _ incarnation: Incarnation,
        after most: Int64
    ) {
        world.after(world.random(1...most)) { [self] in
            world.hosts[receiver].take(.message(message, from: origin), for: incarnation)
        }
    }

    /// Both ends learn of it, sooner or later.
    func cut(_ one: Int, _ other: Int) {
        let pair = Pair(one, other)
        guard let link = links[pair], link.isUp else { return }
        links[pair]?.isUp = false
        for (host, peer) in [(pair.low, pair.high), (pair.high, pair.low)] {
            guard let end = link.ends[host], let other = link.ends[peer] else { continue }
            world.hosts[host].take(.linkDown(other), for: end)
        }
        connect(one, other)
    }

    /// Messages of one direction are lost, until that is noticed.
    func mute(from sender: Int, to receiver: Int) {
        let pair = Pair(sender, receiver)
        guard let link = links[pair], link.isUp else { return }
        links[pair]?.mute.insert(sender)
        let generation = link.generation
        world.after(world.random(20...300)) { [self] in
            if links[pair]?.generation == generation { cut(sender, receiver) }
        }
    }

    func partition(_ one: Int, _ other: Int, for milliseconds: Int64) {
        let pair = Pair(one, other)
        isBroken.insert(pair)
        cut(one, other)
        world.after(milliseconds) { [self] in isBroken.remove(pair) }
    }

    func cutAll(of host: Int) {
        for other in world.hosts.indices where other != host { cut(host, other) }
    }

    func connectAll(of host: Int) {
        for other in world.hosts.indices where other != host { connect(host, other) }
    }

    func heal() { isBroken = [] }
}
