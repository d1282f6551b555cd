// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "echo",
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .executableTarget(
            name: "echo",
            dependencies: [
                .product(name: "Engine", package: "martlet"), .product(name: "Framing", package: "martlet"),
            ],
            path: "Sources")
    ]
)
