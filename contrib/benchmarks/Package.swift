// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import PackageDescription

// A package of its own, so that nobody who builds the journal builds this. It needs nothing of the
// journal but its two executables and its protocol, as any other client.

let package = Package(
    name: "journal-benchmarks",
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(name: "journal-bench", dependencies: ["CSQLite"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .executable {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
