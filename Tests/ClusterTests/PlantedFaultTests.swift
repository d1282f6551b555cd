import Cluster
import Glibc
import Simulator
import Testing

/// The simulator is only as good as what it finds: each mistake that one could make, made on purpose.
struct PlantedFaultTests {
    private static let seeds: UInt64 = getenv("MARTLET_LONG") != nil ? 5_000 : 400

    @Test(arguments: PlantedFault.allCases)
    func `the simulator finds a planted fault of the node`(fault: PlantedFault) {
        var options = World.Options()
        options.nodeFaults = [fault]
        expectFound(options, "\(fault)")
    }

    @Test(arguments: ModelFault.allCases)
    func `the simulator finds a planted fault around the node`(fault: ModelFault) {
        var options = World.Options()
        options.modelFaults = [fault]
        expectFound(options, "\(fault)")
    }

    private func expectFound(_ options: World.Options, _ name: String) {
        for seed in 1...Self.seeds {
            guard let violation = World(seed: seed, options).run() else { continue }
            print("planted \(name): found after \(seed) seeds: \(violation)")
            #expect(World(seed: seed).run() == nil, "seed \(seed) fails without \(name)")
            return
        }
        Issue.record("\(name) is not found within \(Self.seeds) seeds")
    }
}
