// swift-tools-version: 6.2
import PackageDescription

// Imports go down, or right within a row; `Tests/ArchitectureTests` holds the sources to it.
//
//     5 programs   martlet    martlet-load   Commands   Client
//     4 server     Gateway    ServerAPI   Settings   Telemetry
//     3 state      Chat       Cluster   Storage   Push   Media   Curl
//     2 engine     Routing    Transport   EventLoop
//     1 values     ClientProtocol   Framing   ACME   Security   JSON   Bytes   Meters   Locking   Domain
//     0 bindings   CLinux  COpenSSL  CZlib  CSQLite  CCurl  CUring  CPostgres  CLZ4  CAllocator  CJemalloc  CConsole

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

// The programs' allocator, linked: jemalloc, or with MARTLET_ALLOCATOR=system the C library's (docs/decisions/068).
let linksJemalloc =
    switch Context.environment["MARTLET_ALLOCATOR"] ?? "jemalloc" {
    case "jemalloc": true
    case "system": false
    case let other: fatalError("MARTLET_ALLOCATOR is \(other), and not jemalloc or system")
    }

let package = Package(
    name: "martlet",
    products: [
        // docs/engine.md: what another package may use. All else is `package`.
        .library(name: "Framing", targets: ["Framing"]),
        .library(name: "Engine", targets: ["EventLoop", "Transport"]),
        .executable(name: "martlet", targets: ["martlet"]),
        .executable(name: "martlet-load", targets: ["martlet-load"]),
    ],
    targets: [
        // 0 bindings: C headers, no Swift.
        .target(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CUring", pkgConfig: "liburing", providers: [.apt(["liburing-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
        .target(
            name: "CAllocator", dependencies: linksJemalloc ? ["CJemalloc"] : [],
            cSettings: linksJemalloc ? [.define("MARTLET_JEMALLOC")] : []),
        .systemLibrary(name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
        .target(name: "CConsole", exclude: ["Page"]),

        // 1 values: bytes in, values out. No Dispatch, no Glibc, no Foundation, no clock, no socket.
        module("Bytes"),
        module("Meters"),
        module("Locking", ["CLinux"]),
        module("JSON", ["Bytes"]),
        module("Security", ["JSON", "Bytes", "COpenSSL"]),
        module("ACME", ["Security", "JSON", "Bytes"]),
        module("Framing", ["Security", "Bytes", "Locking", "CZlib"]),
        module("ClientProtocol", ["Framing", "JSON", "Bytes", "Domain"]),
        module("Domain"),

        // 2 engine: the data plane. It never awaits.
        module("EventLoop", ["Meters", "Locking", "CLinux"]),
        module(
            "Transport",
            ["EventLoop", "Framing", "Meters", "Bytes", "Locking", "CLinux", "COpenSSL", "CUring"]),
        module("Routing", ["Transport", "Domain", "Locking"]),

        // 3 state: what lasts beyond the process. Its threads are its own, and shards never wait for them.
        module("Storage", ["EventLoop", "Security", "Locking", "CLinux", "CSQLite"]),
        module("Chat", ["Storage", "ClientProtocol", "Domain", "Security", "JSON", "Bytes"]),
        module("Cluster", ["Storage", "EventLoop", "Security", "Bytes", "Locking", "CLinux", "CPostgres", "CLZ4"]),
        module("Push", ["Curl", "EventLoop", "Domain", "Security", "JSON", "Bytes", "Locking"]),
        module("Media", ["Curl", "EventLoop", "Domain", "Security", "JSON", "Bytes", "Locking", "CLinux"]),
        module("Curl", ["EventLoop", "Locking", "CCurl"]),

        // 4 server: the control plane, and what ties everything together.
        module("Telemetry", ["Domain", "JSON", "Meters", "Locking", "Bytes", "CAllocator"]),
        module("Settings", ["Telemetry", "Framing", "Domain"]),
        module("ServerAPI", ["ClientProtocol", "Framing", "JSON"]),
        module(
            "Gateway",
            [
                "ServerAPI", "CConsole", "Settings", "Telemetry", "Chat", "Cluster", "Storage", "Push", "Media",
                "Curl", "Routing", "Transport", "EventLoop", "Domain", "ClientProtocol", "Framing", "ACME", "Security",
                "JSON",
                "Meters", "Locking", "Bytes", "CLinux",
            ]),

        // 5 programs, what their command lines share, and the blocking client that the terminal and the tests share.
        module("Commands", ["CLinux"]),
        module("Client", ["Framing", "Security", "JSON", "Bytes", "CLinux", "COpenSSL"]),
        program(
            "martlet",
            [
                "Commands", "Client", "Gateway", "ServerAPI", "Settings", "Telemetry", "Chat", "Cluster", "Media",
                "Curl", "Storage", "Transport", "EventLoop", "Domain", "Framing", "Security", "JSON", "Bytes",
                "Meters", "CLinux",
            ]),

        program(
            "martlet-load",
            [
                "Commands", "Client", "Settings", "Transport", "EventLoop", "Framing", "Security", "JSON", "Locking",
                "Bytes", "CLinux",
            ]),

        // Tests: one target a module, then the real binary over loopback.
        .target(name: "CTestThreads", path: "Tests/CTestThreads"),
        .target(
            name: "TestSupport", dependencies: ["CTestThreads", "Locking", "COpenSSL"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "Simulator", dependencies: ["Cluster", "Storage", "TestSupport"], path: "Tests/Simulator",
            swiftSettings: settings),
        tests("BytesTests", ["Bytes", "TestSupport"]),
        tests("JSONTests", ["JSON", "Bytes", "TestSupport"]),
        tests("SecurityTests", ["Security", "JSON", "Bytes", "COpenSSL", "TestSupport"]),
        tests("ACMETests", ["ACME", "Security", "JSON", "Bytes"]),
        tests("WebSocketTests", ["Framing", "Bytes", "TestSupport"]),
        tests("HTTPTests", ["Framing", "Bytes", "TestSupport"]),
        tests(
            "EngineTests",
            [
                "Client", "Transport", "EventLoop", "Routing", "Framing", "Meters", "Bytes", "Locking", "Domain",
                "TestSupport",
            ]),
        tests("StorageTests", ["Storage", "EventLoop", "Meters", "CLinux", "TestSupport"]),
        tests(
            "ChatTests",
            ["Chat", "Cluster", "Storage", "ClientProtocol", "Domain", "Security", "JSON", "TestSupport", "CSQLite"]),
        tests(
            "ClusterTests",
            ["Chat", "Cluster", "Simulator", "Storage", "EventLoop", "Domain", "JSON", "Locking", "TestSupport"]),
        tests("PushTests", ["Push", "Curl", "Domain", "EventLoop", "JSON", "Security", "Bytes", "TestSupport"]),
        tests("MediaTests", ["Media", "Curl", "Domain", "EventLoop", "JSON", "Security", "Bytes", "TestSupport"]),
        tests("SettingsTests", ["Settings", "Telemetry", "Domain", "Framing", "TestSupport"]),
        tests("TelemetryTests", ["Telemetry", "Meters", "JSON", "Bytes", "TestSupport"]),
        tests(
            "GatewayTests",
            [
                "Client", "ClientProtocol", "Cluster", "Domain", "EventLoop", "Framing", "Gateway", "Media",
                "Security", "Settings", "ServerAPI", "JSON", "Locking", "Bytes", "CLinux", "CSQLite", "Storage",
                "TestSupport",
            ]),
        tests(
            "DeliveryTests",
            [
                "Gateway", "ServerAPI", "Chat", "Cluster", "Routing", "Storage", "Transport", "ClientProtocol",
                "Domain", "JSON", "Media", "Meters", "Settings", "Telemetry", "TestSupport",
            ]),
        tests("CommandLineTests", ["martlet", "Commands", "Security", "Settings", "JSON", "TestSupport"]),
        tests(
            "LoadTests",
            [
                "martlet-load", "Client", "Commands", "Transport", "EventLoop", "ClientProtocol", "Framing", "Security",
                "JSON", "Meters", "TestSupport",
            ]),
        tests(
            "DocumentTests",
            [
                "Gateway", "ServerAPI", "ClientProtocol", "Settings", "Domain", "JSON", "Framing", "Telemetry",
                "TestSupport",
            ]),
        tests("ArchitectureTests"),
    ]
)

// scripts/simulate builds it, on its own path, in a release build: tests are debug builds.
if Context.environment["MARTLET_SIMULATE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "martlet-simulate", dependencies: ["Cluster", "Simulator"], path: "Simulate", swiftSettings: settings)
    )
}

// The fuzzer wants sanitizers in every module: scripts/fuzz builds it, on its own path.
if Context.environment["MARTLET_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "martlet-fuzz", dependencies: ["Framing", "Security", "JSON", "Bytes"], path: "Fuzz",
            exclude: ["Corpus"], swiftSettings: settings))
}
