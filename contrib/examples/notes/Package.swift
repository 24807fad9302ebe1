// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

let package = Package(
    name: "notes",
    dependencies: [
        .package(name: "journal", path: "../../..", traits: ["Encryption"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SwiftData", package: "journal"),
                .product(name: "SwiftDataCloud", package: "journal"),
            ]
        ),
        .testTarget(name: "NotesTests", dependencies: ["notes"]),
    ],
    swiftLanguageModes: [.v6]
)
