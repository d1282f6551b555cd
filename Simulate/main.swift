import Cluster
import Simulator

// scripts/simulate: runs seeds until one breaks an invariant, or looks for each planted fault.
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.compactMap { UInt64($0) }
guard numbers.count == 2, numbers[1] > 0 else {
    preconditionFailure("usage: martlet-simulate FIRST SEEDS [--planted | --verbose]")
}
let seeds = numbers[0]...(numbers[0] + numbers[1] - 1)

func firstViolation(_ options: World.Options) -> (seed: UInt64, text: String)? {
    for seed in seeds {
        let world = World(seed: seed, options)
        if arguments.contains("--verbose") { world.note = { print($0) } }
        if let text = world.run() { return (seed, text) }
    }
    return nil
}

func lookFor(_ name: String, _ options: World.Options) {
    let found = firstViolation(options).map { "after \($0.seed - seeds.lowerBound + 1) seeds: \($0.text)" }
    print("\(name): \(found ?? "not found")")
}

if arguments.contains("--planted") {
    for fault in PlantedFault.allCases {
        var options = World.Options()
        options.nodeFaults = [fault]
        lookFor(fault.rawValue, options)
    }
    for fault in ModelFault.allCases {
        var options = World.Options()
        options.modelFaults = [fault]
        lookFor(fault.rawValue, options)
    }
} else if let violation = firstViolation(World.Options()) {
    print("MARTLET_SEED=\(violation.seed): \(violation.text)")
    print("0 passed, 1 failed")
} else {
    print("\(seeds.count) passed, 0 failed")
}
