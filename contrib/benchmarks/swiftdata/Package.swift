// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

// A separate package, so that the journal itself does not depend on GRDB. It uses the public
// interface of SwiftData only.

let package = Package(
    name: "swiftdata-benchmarks",
    dependencies: [
        .package(name: "journal", path: "../../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLiteAPI", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "swiftdata-bench",
            dependencies: [
                "CSQLiteAPI",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SwiftData", package: "journal"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .executable {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}

// As in the package of the journal: the macros as a library of the compiler.
if let library = Context.environment["JOURNAL_MACRO_LIBRARY"] {
    for target in package.targets where target.type == .executable {
        target.swiftSettings =
            (target.swiftSettings ?? []) + [.unsafeFlags(["-load-plugin-library", library])]
    }
}
