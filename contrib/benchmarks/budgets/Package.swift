// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

// `Sources/budgets` is a symbolic link to the example, so that both programs are built with the same
// dependencies and options.

let package = Package(
    name: "budgets-benchmark",
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
        .systemLibrary(name: "CSQLiteAPI", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "budgets",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftData", package: "journal"),
            ]
        ),
        .executableTarget(
            name: "budgets-sqlite",
            dependencies: [
                "CSQLiteAPI",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .treatAllWarnings(as: .error),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// As in the package of the journal: the macros as a library of the compiler.
if let library = Context.environment["JOURNAL_MACRO_LIBRARY"] {
    for target in package.targets where target.name == "budgets" {
        target.swiftSettings = [.unsafeFlags(["-load-plugin-library", library])]
    }
}
