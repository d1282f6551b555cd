import Testing

/// The picture in `Package.swift`, held against the `import` lines.
struct LayerTests {
    private let manifest = Repository.manifest

    @Test func `every folder of Sources stands in the picture, and nothing else does`() {
        let folders = Set(Repository.targets.filter { $0.value[0].path.hasPrefix("Sources/") }.keys)
        let pictured = Set(manifest.rows.joined())
        #expect(folders == pictured.filter { !isDoor($0) })
    }

    @Test func `declared dependencies go down or right`() {
        for (target, dependencies) in manifest.dependencies where !manifest.row(of: target).isEmpty {
            for dependency in dependencies {
                #expect(manifest.allows(target, importing: dependency), "\(target) declares \(dependency)")
            }
        }
    }

    @Test func `what is imported is declared, and what is declared is imported`() {
        for (target, files) in Repository.targets where !isUnwritten(target, files) {
            let declared = manifest.dependencies[target, default: []]
            let imported = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            #expect(imported.subtracting(toolchainModules) == declared, "\(target)")
        }
    }

    @Test func `the toolchain's modules stay where they belong`() {
        for file in Repository.sources {
            let module = String(file.path.split(separator: "/")[1])
            let foreign = file.imports.intersection(toolchainModules).subtracting(modulesAllowed(in: module))
            #expect(foreign.isEmpty, "\(file) imports \(foreign.sorted())")
        }
    }

    @Test func `the data plane never awaits`() {
        for file in Repository.sources where awaitless.contains(String(file.path.split(separator: "/")[1])) {
            for (line, word) in file.words where word == "await" {
                Issue.record("\(file):\(line) awaits")
            }
        }
    }

    private let awaitless: Set = ["Framing", "EventLoop", "Transport", "Routing"]

    /// Layer 1 is values and sees no operating system; the engine sees the kernel, and Dispatch once, under its
    /// event loop; Foundation is for the control plane.
    private func modulesAllowed(in module: String) -> Set<String> {
        switch module {
        case "Domain": []
        case "EventLoop": ["Synchronization", "Glibc", "Dispatch"]
        case _ where manifest.row(of: "Transport").contains(module): ["Synchronization", "Glibc"]
        case _ where manifest.row(of: "Bytes").contains(module): ["Synchronization"]
        default: toolchainModules
        }
    }

    /// A target that holds only its placeholder has not been begun; `growing` names those that have, and will yet
    /// import what they declare.
    private func isUnwritten(_ target: String, _ files: [SourceFile]) -> Bool {
        growing.contains(target) || files.allSatisfy { ["Module.swift", "Placeholder.swift"].contains($0.name) }
    }

    private let growing: Set = ["Security", "martlet"]
}

private let toolchainModules: Set = ["Foundation", "Dispatch", "Glibc", "Synchronization", "Testing", "Swift"]
