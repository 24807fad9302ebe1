// swift-tools-version:6.2
// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CompilerPluginSupport
import PackageDescription

// One section per module, lowest first; a module may depend only on what stands above it here.
// contrib/ARCHITECTURE.md draws the same map, and TidyTests keeps the import directions.

let package = Package(
    name: "journal",
    products: [
        .library(name: "SwiftData", targets: ["SwiftData", "SwiftDataEncryption"]),
        .library(name: "SwiftDataCloud", targets: ["SwiftDataCloud", "SwiftDataEncryption"]),
        .executable(name: "journal", targets: ["journal"]),
        .executable(name: "journal-daemon", targets: ["journal-daemon"]),
        .executable(name: "swiftdata-hub", targets: ["swiftdata-hub"]),
        .executable(name: "swiftdata-sync", targets: ["swiftdata-sync"]),
    ],
    // A program with `traits: []` fetches swift-syntax only, with `["Encryption"]` also swift-crypto.
    traits: [
        .default(enabledTraits: ["Journal"]),
        .trait(name: "Encryption", description: "Encrypted attributes, with swift-crypto."),
        .trait(
            name: "Journal",
            description: "The executables of the journal.",
            enabledTraits: ["Encryption"]
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        // The framework.
        .macro(
            name: "SwiftDataMacros",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftIfConfig", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ]
        ),
        .testTarget(
            name: "SwiftDataMacrosTests",
            dependencies: [
                "SwiftDataMacros",
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftIfConfig", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        // The declaration of a function of the Swift runtime.
        .systemLibrary(name: "CSwiftRuntime"),
        // The C declarations of the functions of SwiftDataEncryption.
        .target(name: "CEncryption"),
        .target(
            name: "SwiftDataEncryption",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")]
        ),
        // No package products: programs that import SwiftData would see their extensions of the
        // standard library. Programs are linked with SwiftDataEncryption, which SwiftData does not
        // import, so that it is compiled while swift-crypto is.
        .target(
            name: "SwiftData",
            dependencies: ["CEncryption", "CSQLite", "CSwiftRuntime", "SwiftDataMacros"]
        ),
        .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData", "SwiftDataEncryption"]),
        // Stores that several processes have open: the test program starts itself once more.
        .testTarget(
            name: "SwiftDataProcessTests",
            dependencies: ["SwiftData", "SwiftDataEncryption"]
        ),
        // Models in modules that belong to the main actor, as those of new projects in Xcode.
        .testTarget(
            name: "SwiftDataIsolationTests",
            dependencies: ["SwiftData", "SwiftDataEncryption"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "SwiftDataIsolation5Tests",
            dependencies: ["SwiftData", "SwiftDataEncryption"],
            swiftSettings: [.defaultIsolation(MainActor.self), .swiftLanguageMode(.v5)]
        ),
        // The identifiers of spaces, which both the merge and the hubs use.
        .target(name: "SwiftDataSpace"),
        // The merge of stores on several machines, as values: it does no I/O. Programs are linked with
        // SwiftDataEncryption, as those that use SwiftData.
        .target(name: "SwiftDataSync", dependencies: ["CEncryption", "SwiftDataSpace"]),
        .testTarget(
            name: "SwiftDataSyncTests",
            dependencies: [
                "SwiftDataEncryption",
                "SwiftDataSpace",
                "SwiftDataSync",
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        // A function of the C library that Swift does not import.
        .systemLibrary(name: "CSpawn"),
        // The places that store the objects of several machines.
        .target(name: "SwiftDataHub", dependencies: ["CSpawn", "SwiftDataSpace"]),
        .testTarget(
            name: "SwiftDataHubTests",
            dependencies: ["SwiftDataHub", "SwiftDataSpace", "swiftdata-hub"]
        ),
        // Rounds between a store and a hub, and when they run.
        .target(
            name: "SwiftDataSyncEngine",
            dependencies: ["SwiftDataHub", "SwiftDataSpace", "SwiftDataSync"]
        ),
        .testTarget(
            name: "SwiftDataSyncEngineTests",
            dependencies: [
                "SwiftDataEncryption",
                "SwiftDataHub",
                "SwiftDataSpace",
                "SwiftDataSync",
                "SwiftDataSyncEngine",
            ]
        ),
        // The stores of SwiftData, as rounds see them.
        .target(
            name: "SwiftDataReplica",
            dependencies: [
                "SwiftData", "SwiftDataEncryption", "SwiftDataSync", "SwiftDataSyncEngine",
            ]
        ),
        .testTarget(
            name: "SwiftDataReplicaTests",
            dependencies: [
                "SwiftData",
                "SwiftDataEncryption",
                "SwiftDataHub",
                "SwiftDataReplica",
                "SwiftDataSpace",
                "SwiftDataSync",
                "SwiftDataSyncEngine",
            ]
        ),
        // What synchronization asks of the operating system.
        .target(name: "SwiftDataSyncSystem", dependencies: ["SwiftDataSync"]),
        .testTarget(
            name: "SwiftDataSyncSystemTests",
            dependencies: ["SwiftDataEncryption", "SwiftDataSync", "SwiftDataSyncSystem"]
        ),
        // The synchronization of the containers of a program.
        .target(
            name: "SwiftDataCloud",
            dependencies: [
                "SwiftData",
                "SwiftDataEncryption",
                "SwiftDataHub",
                "SwiftDataReplica",
                "SwiftDataSpace",
                "SwiftDataSync",
                "SwiftDataSyncEngine",
                "SwiftDataSyncSystem",
            ]
        ),
        // Makes and joins hubs; with the packages that programs fetch, and none for the journal.
        .executableTarget(
            name: "swiftdata-sync",
            dependencies: ["JournalSystem", "SwiftDataCloud", "SwiftDataEncryption"]
        ),
        .testTarget(
            name: "SwiftDataCloudTests",
            dependencies: [
                "SwiftData", "SwiftDataCloud", "SwiftDataEncryption", "swiftdata-sync",
            ]
        ),

        // What the journal knows.
        .target(name: "JournalModel", dependencies: ["SwiftData", "SwiftDataEncryption"]),
        .testTarget(name: "JournalModelTests", dependencies: ["JournalModel", "SwiftData"]),

        // What client and daemon ask of the operating system.
        .target(name: "JournalSystem"),
        .testTarget(name: "JournalSystemTests", dependencies: ["JournalSystem"]),

        // What travels.
        .target(name: "JournalProtocol", dependencies: ["JournalSystem"]),
        .testTarget(
            name: "JournalProtocolTests",
            dependencies: ["JournalProtocol", "JournalSystem"]
        ),

        // The files of other programs.
        .target(name: "JournalTransfer", dependencies: ["JournalProtocol", "JournalSystem"]),
        .testTarget(
            name: "JournalTransferTests",
            dependencies: ["JournalProtocol", "JournalTransfer"]
        ),

        // Both ends of the socket.
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        .target(
            name: "JournalService",
            dependencies: [
                "CSystemd",
                "JournalModel",
                "JournalProtocol",
                "JournalSystem",
                "SwiftDataHub",
                "SwiftDataReplica",
                "SwiftDataSpace",
                "SwiftDataSync",
                "SwiftDataSyncEngine",
                "SwiftDataSyncSystem",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "JournalServiceTests",
            dependencies: [
                "JournalModel",
                "JournalProtocol",
                "JournalService",
                "JournalSystem",
                "SwiftData",
                "SwiftDataHub",
                "SwiftDataSpace",
                "SwiftDataSync",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(name: "JournalClient", dependencies: ["JournalProtocol", "JournalSystem"]),
        .testTarget(
            name: "JournalClientTests",
            dependencies: [
                "JournalClient", "JournalClientTesting", "JournalProtocol", "JournalSystem",
            ]
        ),
        .target(
            name: "JournalClientTesting",
            dependencies: ["JournalClient", "JournalProtocol", "JournalSystem"],
            path: "Tests/JournalClientTesting"
        ),
        .target(
            name: "JournalCommandLine",
            dependencies: [
                "JournalClient", "JournalProtocol", "JournalSystem", "JournalTransfer",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]
        ),
        .testTarget(
            name: "JournalCommandLineTests",
            dependencies: [
                "JournalClient", "JournalClientTesting", "JournalCommandLine", "JournalProtocol",
                "JournalSystem",
            ]
        ),

        // The start of a process, before that of the Swift runtime.
        .target(name: "CProgramStart"),

        // What people run.
        .executableTarget(
            name: "journal",
            dependencies: [
                "CProgramStart",
                "JournalClient",
                "JournalCommandLine",
                "JournalProtocol",
                "JournalSystem",
                "JournalTransfer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Without shared libraries to find and to bind the command starts twice as fast.
            linkerSettings: [
                .unsafeFlags(
                    ["-static-executable"],
                    .when(platforms: [.linux], configuration: .release)
                )
            ]
        ),
        .executableTarget(
            name: "journal-daemon",
            dependencies: [
                "CProgramStart",
                "JournalProtocol",
                "JournalService",
                "JournalSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .systemLibrary(name: "CLibpq", providers: [.apt(["libpq-dev"])]),
        .executableTarget(
            name: "swiftdata-hub",
            dependencies: [
                "CLibpq",
                "JournalSystem",
                "SwiftDataHub",
                "SwiftDataSpace",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "JournalClient", "JournalProtocol", "JournalSystem", "journal", "journal-daemon",
                "swiftdata-hub",
            ]
        ),
        .testTarget(name: "TidyTests", dependencies: ["SwiftData", "SwiftDataEncryption"]),
    ],
    swiftLanguageModes: [.v6]
)

// What no enabled trait needs is not fetched. The macros are always needed.
for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package?, _, nil) = dependency,
            package != "swift-syntax"
        else { return dependency }
        let trait = package == "swift-crypto" ? "Encryption" : "Journal"
        return .product(name: name, package: package, condition: .when(traits: [trait]))
    }
}

for target in package.targets where [.regular, .executable, .macro, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
}

// contrib/test --only builds one test target and the modules that it needs.
if let only = Context.environment["JOURNAL_ONLY_TESTS"] {
    package.targets.removeAll { $0.type == .test && $0.name != only }
}

// The macros as a library of the compiler, made by contrib/macro-library, whose tests are linked with
// it. Otherwise they are built as a program with swift-syntax, which takes most of the time of a
// build.
if let library = Context.environment["JOURNAL_MACRO_LIBRARY"] {
    package.targets.removeAll { $0.name == "SwiftDataMacros" }
    package.dependencies.removeAll {
        if case .sourceControl(_, let location, _) = $0.kind {
            location.hasSuffix("/swift-syntax")
        } else {
            false
        }
    }
    for target in package.targets where [.regular, .executable, .test].contains(target.type) {
        target.dependencies.removeAll {
            if case .byNameItem("SwiftDataMacros", _) = $0 { true } else { false }
        }
        target.swiftSettings =
            (target.swiftSettings ?? []) + [.unsafeFlags(["-load-plugin-library", library])]
    }
    for target in package.targets where target.name == "SwiftDataMacrosTests" {
        // The link to the libraries of the toolchain is beside the library.
        let end = library.lastIndex(of: "/") ?? library.startIndex
        let folder = String(library[...end])
        let libraries = target.dependencies.compactMap {
            if case .productItem(let name, _, _, _) = $0 { "-l\(name)" } else { nil }
        }
        target.dependencies = []
        target.swiftSettings?.append(.unsafeFlags(["-I", folder, "-I", folder + "host"]))
        target.linkerSettings = [
            .unsafeFlags(
                [library, "-L", folder + "host"] + libraries
                    + ["-Xlinker", "-rpath=" + folder, "-Xlinker", "-rpath=" + folder + "host"]
            )
        ]
    }
}
