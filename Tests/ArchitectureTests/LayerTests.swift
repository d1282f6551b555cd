import Testing

/// The picture in `Package.swift`, held against the `import` lines.
struct LayerTests {
    private let manifest = Repository.manifest

    @Test func `every folder of Sources stands in the picture, and nothing else does`() {
        let folders = Set(Repository.targets.filter { $0.value[0].path.hasPrefix("Sources/") }.keys)
        let pictured = Set(manifest.rows.joined())
        #expect(folders == pictured.filter { !isBinding($0) })
    }

    @Test func `every folder of Sources and Tests is a target, or nobody would build it`() {
        let declared = Set(manifest.dependencies.keys)
        #expect(Set(Repository.targets.keys) == declared)
    }

    @Test func `declared dependencies go down or right`() {
        for (target, dependencies) in manifest.dependencies where !manifest.row(of: target).isEmpty {
            for dependency in dependencies {
                #expect(manifest.allows(target, importing: dependency), "\(target) declares \(dependency)")
            }
        }
    }

    @Test func `what is imported is declared`() {
        for target in Repository.targets.keys {
            let undeclared = imports(of: target).subtracting(manifest.dependencies[target, default: []])
            #expect(undeclared.isEmpty, "\(target) imports \(undeclared.sorted())")
        }
    }

    @Test func `what is declared is imported`() {
        for (target, declared) in manifest.dependencies {
            let unused = declared.subtracting(imports(of: target))
            #expect(unused.isEmpty, "\(target) has no use for \(unused.sorted())")
        }
    }

    @Test func `the library products know nothing of the chat`() {
        for target in ["Framing", "EventLoop", "Transport"] {
            let chat = manifest.dependencies[target, default: []].intersection(["ClientProtocol", "Domain"])
            #expect(chat.isEmpty, "\(target) is used by programs without \(chat.sorted())")
        }
    }

    @Test func `the manifest has no flags that every dependant would get`() {
        #expect(!Repository.manifest.hasUnsafeFlags)
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

    /// Layer 1 is values and sees no operating system; the engine, the store and the provider clients see the kernel and
    /// Dispatch; Foundation is for the control plane.
    private func modulesAllowed(in module: String) -> Set<String> {
        switch module {
        case "Domain": ["Swift"]
        case "Storage", "Push", "Cluster", "Media": ["Synchronization", "Glibc", "Dispatch"]
        case _ where manifest.row(of: "Transport").contains(module): ["Synchronization", "Glibc", "Dispatch"]
        case _ where manifest.row(of: "Bytes").contains(module): ["Synchronization"]
        default: toolchainModules
        }
    }

    /// As targets: a module is called like its target, with `_` for `-`.
    private func imports(of target: String) -> Set<String> {
        Set(Repository.targets[target, default: []].flatMap(\.imports).map { $0.replacing("_", with: "-") })
            .subtracting(toolchainModules)
    }
}

private let toolchainModules: Set = ["Foundation", "Dispatch", "Glibc", "Synchronization", "Testing", "Swift"]
