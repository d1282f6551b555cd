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

#if os(Linux)
let transport = ["MartletLinux"]
let digests = ["MartletSecurity"]
#else
let transport = ["MartletApple", "MartletStore"]
// CryptoKit is the system's.
let digests: [String] = []
#endif

let package = Package(
    name: "martlet-client",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "MartletClient", targets: ["MartletClient"]),
        .library(name: "MartletStore", targets: ["MartletStore"]),
        .library(name: "MartletTIM", targets: ["MartletTIM"]),
        .library(name: "MartletV2TIM", targets: ["MartletV2TIM"]),
        .library(name: "MartletEasemob", targets: ["MartletEasemob"]),
        .library(name: "MartletNetEase", targets: ["MartletNetEase"]),
        .library(name: "MartletRongCloud", targets: ["MartletRongCloud"]),
    ],
    targets: [
        shared("MartletBytes"),
        shared("MartletJSON", ["MartletBytes"]),

        // The engine: no Foundation, no Dispatch, no clock, no socket.
        module("MartletCore", ["MartletJSON", "MartletBytes"]),
        module("MartletClient", ["MartletCore", "MartletBytes"] + digests),
        .systemLibrary(
            name: "MartletCSQLite", path: "Sources/Shared/MartletCSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        module("MartletStore", ["MartletClient", "MartletCore", "MartletCSQLite"]),

        // Vendors' names for it. Nothing depends on them.
        module("MartletFacade", ["MartletClient"] + transport),
        .systemLibrary(name: "MartletCTIM", path: "Sources/MartletCTIM"),
        module("MartletTIM", ["MartletFacade", "MartletClient", "MartletCTIM"]),
        .systemLibrary(name: "MartletCV2TIM", path: "Sources/MartletCV2TIM"),
        module("MartletV2TIM", ["MartletFacade", "MartletClient", "MartletCV2TIM"]),
        module("MartletEasemob", ["MartletFacade", "MartletClient"]),
        module("MartletNetEase", ["MartletFacade", "MartletClient"]),
        .systemLibrary(name: "MartletCRongCloud", path: "Sources/MartletCRongCloud"),
        module("MartletRongCloud", ["MartletFacade", "MartletClient", "MartletCRongCloud"]),

        .executableTarget(
            name: "martlet-player", dependencies: ["MartletCore"], swiftSettings: settings),
        .testTarget(
            name: "MartletTests", dependencies: ["MartletStore", "MartletClient", "MartletCore"],
            swiftSettings: settings),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "MartletTIM", "MartletV2TIM", "MartletEasemob", "MartletNetEase", "MartletRongCloud", "MartletFacade",
                "MartletStore", "MartletClient",
            ] + transport.map { .byName(name: $0) },
            swiftSettings: settings),
    ]
)

#if !os(Linux)
package.products.append(.library(name: "MartletApple", targets: ["MartletApple"]))
package.targets += [
    .target(
        name: "MartletApple", dependencies: ["MartletStore", "MartletClient"],
        resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
    .executableTarget(
        name: "martlet-driver", dependencies: ["MartletClient", "MartletStore", "MartletApple"],
        swiftSettings: settings),
]
#else
// A WebSocket over sockets and OpenSSL, as the gateway's own programs have it.
package.products.append(.library(name: "MartletLinux", targets: ["MartletLinux"]))
package.targets += [
    .target(name: "MartletCLinux", path: "Sources/Shared/MartletCLinux"),
    .systemLibrary(
        name: "MartletCOpenSSL", path: "Sources/Shared/MartletCOpenSSL", pkgConfig: "openssl",
        providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
        name: "MartletCZlib", path: "Sources/Shared/MartletCZlib", pkgConfig: "zlib",
        providers: [.apt(["zlib1g-dev"])]),
    shared("MartletLocking", ["MartletCLinux"]),
    shared("MartletSecurity", ["MartletCOpenSSL"]),
    shared("MartletFraming", ["MartletSecurity", "MartletBytes", "MartletLocking", "MartletCZlib"]),
    shared(
        "MartletConnection", ["MartletFraming", "MartletSecurity", "MartletBytes", "MartletCLinux", "MartletCOpenSSL"]),
    module(
        "MartletLinux",
        [
            "MartletClient", "MartletConnection", "MartletFraming", "MartletBytes", "MartletLocking", "MartletCLinux",
        ]),
    .executableTarget(
        name: "martlet-driver", dependencies: ["MartletClient", "MartletStore", "MartletLinux"],
        swiftSettings: settings),
    .executableTarget(
        name: "martlet-measure", dependencies: ["MartletClient", "MartletStore", "MartletLocking"],
        swiftSettings: settings),
]
#endif
