// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

let package = Package(
    name: "recipes",
    dependencies: [
        .package(name: "journal", path: "../../..", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "recipes",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SwiftData", package: "journal"),
            ]
        ),
        .testTarget(name: "RecipesTests", dependencies: ["recipes"]),
    ],
    swiftLanguageModes: [.v6]
)
