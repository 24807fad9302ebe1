// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

let package = Package(
    name: "budgets",
    dependencies: [
        .package(name: "journal", path: "../../..", traits: []),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "budgets",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftData", package: "journal"),
            ]
        ),
        .testTarget(
            name: "BudgetsTests",
            dependencies: [
                "budgets",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]
        ),
    ]
)
