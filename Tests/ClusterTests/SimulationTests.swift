import Cluster
import Glibc
import Simulator
import TestSupport
import Testing

/// Many runs, each with other faults: more than it takes to find each planted one. `scripts/simulate` runs more of them.
struct SimulationTests {
    private var runs: UInt64 {
        getenv("MARTLET_SIMULATIONS").flatMap { UInt64(String(cString: $0)) } ?? 100
    }

    private var firstSeed: UInt64 {
        getenv("MARTLET_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
    }

    @Test func `nothing is lost, doubled, reordered or told too early, whatever fails`() {
        for seed in firstSeed..<firstSeed + runs {
            let violation = World(seed: seed).run()
            #expect(violation == nil, "MARTLET_SEED=\(seed)")
            if violation != nil { return }
        }
    }

    @Test func `a node that leaves has all that was told, and nobody goes on beside it, whatever fails`() {
        var options = World.Options()
        options.leaves = true
        var ended = 0
        for seed in firstSeed..<firstSeed + runs / 2 {
            let world = World(seed: seed, options)
            let violation = world.run()
            #expect(violation == nil, "MARTLET_SEED=\(seed)")
            if violation != nil { return }
            ended += world.hasLeft ? 1 : 0
        }
        #expect(ended > Int(runs) / 4)
    }

    @Test func `a seed repeats its run`() {
        for seed in [1, 7] as [UInt64] {
            let (one, other) = (World(seed: seed), World(seed: seed))
            #expect(one.run() == other.run())
            #expect(one.trace == other.trace)
            #expect(one.steps == other.steps)
        }
    }
}
