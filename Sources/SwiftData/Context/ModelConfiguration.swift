// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Where the models of a schema are stored and how.
///
/// ```swift
/// var store = ModelConfiguration(url: folder.appending(path: "library.store"))
/// store.uniqueCollision = .reject
/// let preview = ModelConfiguration(isStoredInMemoryOnly: true)
/// ```
///
/// ## Topics
///
/// ### Creating a configuration
///
/// - ``init(isStoredInMemoryOnly:)``
/// - ``init(for:isStoredInMemoryOnly:)``
/// - ``init(_:schema:isStoredInMemoryOnly:allowsSave:groupContainer:cloudKitDatabase:)``
/// - ``init(_:schema:url:allowsSave:cloudKitDatabase:)``
///
/// ### Store
///
/// - ``url``
/// - ``isStoredInMemoryOnly``
/// - ``allowsSave``
/// - ``uniqueCollision``
/// - ``UniqueCollision``
///
/// ### Models
///
/// - ``schema``
///
/// ### Identity
///
/// - ``name``
/// - ``id``
/// - ``validate()``
/// - ``debugDescription``
///
/// ### Properties without effect
///
/// - ``groupContainer``
/// - ``GroupContainer``
/// - ``groupAppContainerIdentifier``
/// - ``cloudKitDatabase``
/// - ``CloudKitDatabase``
/// - ``cloudKitContainerIdentifier``
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
    /// What saving does with a new model whose unique value another model already has.
    public enum UniqueCollision: Sendable, Hashable {
        /// The stored model takes the new model's values, as in Apple's framework.
        case update
        /// Saving fails with `StoreError.Code.notUnique`.
        case reject
    }

    /// The file of the store; `/dev/null` for a store in memory.
    public internal(set) var url: URL
    /// The name, which must differ from those of the container's other configurations.
    public let name: String
    /// Nil: there are no app groups here.
    public let groupAppContainerIdentifier: String?
    /// Nil, unless a private database is named.
    public let cloudKitContainerIdentifier: String?
    /// Kept for source compatibility.
    public let groupContainer: GroupContainer
    /// Kept for source compatibility.
    public let cloudKitDatabase: CloudKitDatabase
    /// The models this configuration is for; nil for all that no other configuration names.
    public var schema: Schema?
    /// Whether the store may be changed.
    public let allowsSave: Bool
    /// Whether the store vanishes with its container.
    public let isStoredInMemoryOnly: Bool
    /// What saving does with a new model whose unique value another model already has.
    public var uniqueCollision = UniqueCollision.update
    /// The store of which this one is a copy that a migration works on; nil for every other store.
    var migratedStore: URL?

    /// Makes a configuration of the default store, or of one in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Makes a configuration for some model types.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Makes a configuration of a named store in the default folder, or of one in memory.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        let name = name ?? "default"
        self.name = name
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        groupAppContainerIdentifier = nil
        cloudKitContainerIdentifier = cloudKitDatabase.privateName
        url =
            isStoredInMemoryOnly
            ? URL(filePath: "/dev/null") : Self.defaultFolder.appending(path: "\(name).store")
    }

    /// Makes a configuration of the store in a file.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        url: URL,
        allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        self.allowsSave = allowsSave
        self.cloudKitDatabase = cloudKitDatabase
        isStoredInMemoryOnly = url.path(percentEncoded: false) == "/dev/null"
        groupContainer = .none
        groupAppContainerIdentifier = nil
        cloudKitContainerIdentifier = cloudKitDatabase.privateName
    }

    /// The file of the store.
    public var id: URL { url }

    /// `$XDG_DATA_HOME`, or what stands for it, and in it a folder of this program's own.
    private static var defaultFolder: URL {
        let support =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? URL(filePath: NSHomeDirectory()).appending(path: ".local/share")
        return support.appending(path: ProcessInfo.processInfo.processName)
    }

    /// Checks that the name can be a file name.
    ///
    /// - Throws: `SwiftDataError.configurationFileNameTooLong` or
    ///   `SwiftDataError.configurationFileNameContainsInvalidCharacters`.
    public func validate() throws {
        guard !name.contains(where: { $0 == "/" || $0 == "\0" }), !name.isEmpty else {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters,
                "'\(name)' can't be a file name"
            )
        }
        guard url.lastPathComponent.utf8.count <= 240 else {
            throw SwiftDataError(
                .configurationFileNameTooLong,
                "'\(url.lastPathComponent)' is longer than 240 bytes"
            )
        }
    }
}

extension ModelConfiguration {
    /// Kept for source compatibility: nothing is synchronised with CloudKit here.
    public struct CloudKitDatabase: Sendable, Hashable {
        let privateName: String?
        private let isNone: Bool

        /// What the app's entitlements say.
        public static var automatic: CloudKitDatabase { .init(privateName: nil, isNone: false) }
        /// None.
        public static var none: CloudKitDatabase { .init(privateName: nil, isNone: true) }
        /// A private database.
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
            .init(privateName: privateDBName, isNone: false)
        }
    }

    /// Kept for source compatibility: there are no app groups here.
    public struct GroupContainer: Sendable, Hashable {
        private let name: String?

        /// What the app's entitlements say.
        public static var automatic: GroupContainer { .init(name: "automatic") }
        /// None.
        public static var none: GroupContainer { .init(name: nil) }
        /// A named group.
        public static func identifier(_ groupName: String) -> GroupContainer {
            .init(name: groupName)
        }
    }
}

extension ModelConfiguration: CustomDebugStringConvertible {
    /// The configuration in words.
    public var debugDescription: String {
        "ModelConfiguration - name: \(name), url: \(url.path(percentEncoded: false)), "
            + "allowsSave: \(allowsSave), isStoredInMemoryOnly: \(isStoredInMemoryOnly)"
    }
}
