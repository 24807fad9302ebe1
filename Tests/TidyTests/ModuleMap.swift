// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Which module may import what; contrib/ARCHITECTURE.md draws the same map.
enum ModuleMap {
    /// The modules that a module may name.
    ///
    /// Our own are those below it in the map. An asterisk at the end stands for any ending.
    static let allowed: [String: [String]] = [
        "SwiftDataMacros": ["Swift*"],
        "SwiftData": [
            "Collections", "Dispatch", "Foundation", "GRDB", "GRDBSQLite", "Glibc", "Observation",
            "OrderedCollections", "Synchronization",
        ],
        "JournalModel": ["Foundation", "SwiftData"],
        "JournalSystem": ["Glibc"],
        "JournalProtocol": ["FoundationEssentials", "Glibc", "JournalSystem"],
        "JournalService": [
            "CSystemd", "Collections", "DequeModule", "Dispatch", "Foundation", "Glibc",
            "JournalModel", "JournalProtocol", "JournalSystem", "Logging", "NIO*",
            "ServiceLifecycle", "SwiftData", "Synchronization",
        ],
        "JournalClient": ["Glibc", "JournalProtocol", "JournalSystem", "Synchronization"],
        "JournalCommandLine": ["Glibc", "JournalClient", "JournalProtocol", "JournalSystem"],
        "journal": [
            "ArgumentParser", "Glibc", "JournalClient", "JournalCommandLine", "JournalProtocol",
            "JournalSystem",
        ],
        "journal-daemon": [
            "ArgumentParser", "Dispatch", "Foundation", "Glibc", "JournalModel", "JournalProtocol",
            "JournalService", "JournalSystem", "Logging", "NIO*", "ServiceLifecycle",
            "Synchronization", "UnixSignals",
        ],
    ]

    /// The modules that only one folder may name.
    static let confined = [
        "GRDB": "Sources/SwiftData/SQLite/",
        "GRDBSQLite": "Sources/SwiftData/SQLite/",
        "CSystemd": "Sources/JournalService/Systemd/",
    ]

    /// Whether a module may import another.
    static func permits(_ module: String, importing other: String) -> Bool {
        allowed[module, default: []].contains { pattern in
            pattern.hasSuffix("*") ? other.hasPrefix(pattern.dropLast()) : other == pattern
        }
    }
}
