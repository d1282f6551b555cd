// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-chat",
    dependencies: [.package(name: "martlet-client", path: "../../clients/swift")],
    targets: [
        .executableTarget(
            name: "swift-chat",
            dependencies: [
                .product(name: "MartletClient", package: "martlet-client"),
                .product(name: "MartletLinux", package: "martlet-client"),
                .product(name: "MartletStore", package: "martlet-client"),
            ],
            path: "Sources",
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
