// swift-tools-version: 6.0
import PackageDescription

// `tools/shared` copies what the gateway has already into Sources/Shared: only names of modules differ.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ dependencies: [String] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, path: path, swiftSettings: settings)
}

func shared(_ name: String, _ dependencies: [String] = []) -> Target {
    module(name, dependencies, path: "Sources/Shared/\(name)")
}

let package = Package(
    name: "martlet-client",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "MartletClient", targets: ["MartletClient"])
    ],
    targets: [
        shared("MartletBytes"),
        shared("MartletJSON", ["MartletBytes"]),

        // The engine: no Foundation, no Dispatch, no clock, no socket.
        module("MartletCore", ["MartletJSON", "MartletBytes"]),
        module("MartletClient", ["MartletCore"]),
        .executableTarget(
            name: "martlet-player", dependencies: ["MartletCore"], swiftSettings: settings),

    ]
)
