// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The imports permitted to each module, as drawn in contrib/ARCHITECTURE.md.
enum ModuleMap {
    /// The modules that each module may import.
    ///
    /// A trailing asterisk matches any suffix.
    static let allowed: [String: [String]] = [
        "SwiftDataMacros": ["Swift*"],
        // No packages: programs that import SwiftData would see what they add to other types.
        "SwiftData": [
            "CEncryption", "CSQLite", "CSwiftRuntime", "Dispatch", "Foundation", "Glibc",
            "Observation", "Synchronization",
        ],
        // SwiftData and SwiftDataSync call it through CEncryption, and are never linked without it.
        "SwiftDataEncryption": ["Crypto", "FoundationEssentials"],
        // Rules on values: without other imports, they cannot read a clock or a file.
        "SwiftDataSpace": [],
        "SwiftDataSync": ["CEncryption", "SwiftDataSpace", "Synchronization"],
        "SwiftDataSyncSystem": ["Glibc", "SwiftDataSync"],
        // Objects without their meaning: neither the merge nor a store.
        "SwiftDataHub": [
            "CSpawn", "Dispatch", "FoundationEssentials", "Glibc", "SwiftDataSpace",
            "Synchronization",
        ],
        // No kind of hub or store, so that rounds are tested with both in memory.
        "SwiftDataSyncEngine": ["SwiftDataHub", "SwiftDataSpace", "SwiftDataSync"],
        "SwiftDataReplica": ["Foundation", "SwiftData", "SwiftDataSync", "SwiftDataSyncEngine"],
        "SwiftDataCloud": [
            "Foundation", "Glibc", "Observation", "SwiftData", "SwiftDataHub", "SwiftDataReplica",
            "SwiftDataSpace", "SwiftDataSync", "SwiftDataSyncEngine", "SwiftDataSyncSystem",
            "Synchronization",
        ],
        "swiftdata-sync": ["Foundation", "JournalSystem", "SwiftDataCloud"],
        "JournalModel": ["Foundation", "SwiftData"],
        "JournalSystem": ["Glibc"],
        "JournalProtocol": ["FoundationEssentials", "Glibc", "JournalSystem"],
        "JournalTransfer": ["JournalProtocol", "JournalSystem"],
        "JournalService": [
            "CSystemd", "Collections", "Crypto", "CryptoExtras", "DequeModule", "Dispatch",
            "Foundation", "Glibc", "JournalModel", "JournalProtocol", "JournalSystem", "Logging",
            "NIO*", "ServiceLifecycle", "SwiftData", "SwiftDataHub", "SwiftDataReplica",
            "SwiftDataSpace", "SwiftDataSync", "SwiftDataSyncEngine", "SwiftDataSyncSystem",
            "Synchronization",
        ],
        "JournalClient": ["Glibc", "JournalProtocol", "JournalSystem", "Synchronization"],
        "JournalCommandLine": [
            "Glibc", "JournalClient", "JournalProtocol", "JournalSystem", "JournalTransfer",
            "TOMLKit",
        ],
        "journal": [
            "ArgumentParser", "Glibc", "JournalClient", "JournalCommandLine", "JournalProtocol",
            "JournalSystem", "JournalTransfer",
        ],
        "journal-daemon": [
            "ArgumentParser", "Dispatch", "Foundation", "Glibc", "JournalModel", "JournalProtocol",
            "JournalService", "JournalSystem", "Logging", "NIO*", "ServiceLifecycle",
            "Synchronization", "UnixSignals",
        ],
        "swiftdata-hub": [
            "ArgumentParser", "CLibpq", "Glibc", "JournalSystem", "SwiftDataHub", "SwiftDataSpace",
        ],
    ]

    /// The modules that only some folders may import.
    static let confined = [
        "CEncryption": ["Sources/SwiftData/SQLite/Encryption/", "Sources/SwiftDataSync/Sealing/"],
        // The helper alone loads the library of a database (decision 0187).
        "CLibpq": ["Sources/swiftdata-hub/PostgreSQL/"],
        "CSQLite": ["Database", "FullText", "KeptReads", "Log", "VirtualTables"]
            .map { "Sources/SwiftData/SQLite/\($0)/" },
        "CSpawn": ["Sources/SwiftDataHub/Process/"],
        "CSwiftRuntime": ["Sources/SwiftData/Runtime/"],
        "CSystemd": ["Sources/JournalService/Systemd/"],
        "TOMLKit": ["Sources/JournalCommandLine/Settings/"],
    ]

    /// Whether a module may import another.
    static func permits(_ module: String, importing other: String) -> Bool {
        allowed[module, default: []].contains { pattern in
            pattern.hasSuffix("*") ? other.hasPrefix(pattern.dropLast()) : other == pattern
        }
    }
}
