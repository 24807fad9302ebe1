// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The location and options of the store for the models of a schema.
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
/// - ``sharing``
/// - ``Sharing``
/// - ``encryptionKey``
/// - ``EncryptionKey``
///
/// ### Models
///
/// - ``schema``
///
/// ### Identity
///
/// - ``name``
/// - ``id``
/// - ``groupContainer``
/// - ``GroupContainer``
/// - ``groupAppContainerIdentifier``
/// - ``validate()``
/// - ``debugDescription``
///
/// ### Synchronization
///
/// - ``cloudKitDatabase``
/// - ``CloudKitDatabase``
/// - ``cloudKitContainerIdentifier``
public struct ModelConfiguration: Identifiable, Hashable, Sendable {
    /// The policy for saving a new model with the unique value of a stored model.
    public enum UniqueCollision: Sendable, Hashable {
        /// The stored model is updated with the new model's values, as in Apple's framework.
        case update
        /// Saving fails with `StoreError.Code.notUnique`.
        case reject
    }

    /// The processes that can have a store open at the same time.
    public enum Sharing: Sendable, Hashable {
        /// One process; it has the least to do, and no other one can keep it waiting.
        case exclusive
        /// All processes of this machine that open it with this option, which is the default.
        ///
        /// They take turns to write it, in the order of their arrival, and contexts and observers
        /// follow what other processes save. Opening and saving wait for the others up to the limit
        /// and then fail with `StoreError.Code.locked`; the message names the process. Reading does
        /// not wait.
        case amongProcesses(waitingAtMost: Duration = .seconds(10))
    }

    /// The location of the store file; `/dev/null` for an in-memory store.
    public internal(set) var url: URL
    /// The name, which must be unique among the container's configurations.
    public let name: String
    /// The name of the group that has the store in its folder, if any.
    public let groupAppContainerIdentifier: String?
    /// The name of the private CloudKit database, if any.
    public let cloudKitContainerIdentifier: String?
    /// The group of programs that have the store in their folder.
    public let groupContainer: GroupContainer
    /// The hub with which a program that uses the module SwiftDataCloud synchronizes the store.
    ///
    /// Without that module it has no effect.
    public let cloudKitDatabase: CloudKitDatabase
    /// The models in this store; nil for all models that no other configuration includes.
    public var schema: Schema?
    /// Whether contexts can save to the store.
    public let allowsSave: Bool
    /// Whether the store is in memory and deleted with its container.
    public let isStoredInMemoryOnly: Bool
    /// The policy for saving a new model with the unique value of a stored model.
    public var uniqueCollision = UniqueCollision.update
    /// The processes that can have the store open at the same time; all must have the same option.
    ///
    /// Several, as with Apple's framework. A store in memory has one process.
    public var sharing = Sharing.amongProcesses()
    /// The key for attributes with the option `.encrypt`, which cannot be changed for an existing
    /// store.
    ///
    /// A store without one uses the key of the device, and a store in memory a random one; see
    /// ``EncryptionKey/ofDevice()``.
    public var encryptionKey: EncryptionKey?
    /// The key of a store on disk without a key of its own.
    var deviceKey = DeviceKey.current
    /// A string that is recorded in the store together with its first key, such as the key
    /// encrypted with a passphrase; copies of the store contain it, too.
    package var keyRecord: String?
    /// The original of the copy that a migration works on; nil for every other store.
    var migratedStore: URL?

    /// Creates a configuration for the default store or an in-memory store.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Creates a configuration for the given model types.
    ///
    /// - Parameters:
    ///   - forTypes: The models in the store.
    ///   - isStoredInMemoryOnly: Whether the store is in memory and deleted with its container.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Creates a configuration for a named store in the folder of the program or of a group, or for
    /// an in-memory store.
    ///
    /// - Parameters:
    ///   - name: The name, which must be unique among the configurations of a container.
    ///   - schema: The models in the store; `nil` for all models that no other configuration
    ///     includes.
    ///   - isStoredInMemoryOnly: Whether the store is in memory and deleted with its container.
    ///   - allowsSave: Whether contexts can save to the store.
    ///   - groupContainer: The group of programs that have the store in their folder; see
    ///     ``sharing`` for programs that have it open at the same time.
    ///   - cloudKitDatabase: The hub with which the store is synchronized; see
    ///     ``cloudKitDatabase``.
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
        groupAppContainerIdentifier = groupContainer.identifier
        cloudKitContainerIdentifier = cloudKitDatabase.privateName
        let folder = groupContainer.folder ?? Self.defaultFolder
        url =
            isStoredInMemoryOnly
            ? URL(filePath: "/dev/null") : folder.appending(path: "\(name).store")
    }

    /// Creates a configuration for the store in a file.
    ///
    /// - Parameters:
    ///   - name: The name, which must be unique among the configurations of a container.
    ///   - schema: The models in the store; `nil` for all models that no other configuration
    ///     includes.
    ///   - url: The location of the store file.
    ///   - allowsSave: Whether contexts can save to the store.
    ///   - cloudKitDatabase: The hub with which the store is synchronized; see
    ///     ``cloudKitDatabase``.
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

    /// The location of the store file.
    public var id: URL { url }

    /// The name of the hub with which the store is synchronized; nil if it never is.
    ///
    /// A store in memory, such as one for a preview or a test, and one that is only read never are.
    package var hubName: String? {
        guard !cloudKitDatabase.isNone, !isStoredInMemoryOnly, allowsSave else { return nil }
        return cloudKitDatabase.privateName ?? ProcessInfo.processInfo.processName
    }

    /// The folder of this program in `$XDG_DATA_HOME` or its default.
    private static var defaultFolder: URL {
        URL.applicationSupportDirectory.appending(path: ProcessInfo.processInfo.processName)
    }

    /// Checks that the names of the configuration, its file and its group are valid file names.
    ///
    /// - Throws: `SwiftDataError.configurationFileNameTooLong` or
    ///   `SwiftDataError.configurationFileNameContainsInvalidCharacters`.
    public func validate() throws {
        guard !name.contains(where: { $0 == "/" || $0 == "\0" }), !name.isEmpty else {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters,
                "invalid configuration name '\(name)'; use a nonempty name without '/' and NUL"
            )
        }
        if let group = groupAppContainerIdentifier, !GroupContainer.isValid(group) {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters,
                "invalid group '\(group)'; use a name like group.org.example.notes, without '/'"
            )
        }
        guard url.lastPathComponent.utf8.count <= 240 else {
            throw SwiftDataError(
                .configurationFileNameTooLong,
                "'\(url.lastPathComponent)' is longer than 240 bytes; use a shorter file name"
            )
        }
    }
}

extension ModelConfiguration {
    /// The hub of a store, which takes the place of a CloudKit database.
    public struct CloudKitDatabase: Sendable, Hashable {
        let privateName: String?
        let isNone: Bool

        /// The hub with the name of the program.
        public static var automatic: CloudKitDatabase { .init(privateName: nil, isNone: false) }
        /// No synchronization.
        public static var none: CloudKitDatabase { .init(privateName: nil, isNone: true) }
        /// Returns the hub with the given name.
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
            .init(privateName: privateDBName, isNone: false)
        }
    }

    /// A group of programs that share the stores in one folder.
    public struct GroupContainer: Sendable, Hashable {
        private enum Kind: Hashable {
            case automatic
            case none
            case group(String)
        }

        private let kind: Kind

        /// No group, because a program on Linux has no entitlements.
        public static var automatic: GroupContainer { .init(kind: .automatic) }
        /// No group.
        public static var none: GroupContainer { .init(kind: .none) }
        /// Returns the group with the given name.
        ///
        /// Its folder has the name of the group and is in `URL.applicationSupportDirectory`.
        public static func identifier(_ groupName: String) -> GroupContainer {
            .init(kind: .group(groupName))
        }

        /// The name of the group.
        var identifier: String? {
            guard case .group(let name) = kind else { return nil }
            return name
        }

        /// The folder of the group.
        var folder: URL? {
            identifier.map {
                URL.applicationSupportDirectory.appending(path: $0, directoryHint: .isDirectory)
            }
        }

        /// Whether a name can be the name of a folder.
        static func isValid(_ name: String) -> Bool {
            !name.isEmpty && !name.hasPrefix(".")
                && !name.contains(where: { $0 == "/" || $0 == "\0" })
        }
    }
}

extension ModelConfiguration: DataStoreConfiguration {
    /// The type of the default store.
    public typealias Store = DefaultStore
}

extension ModelConfiguration: CustomDebugStringConvertible {
    /// A description with the name, location and options.
    public var debugDescription: String {
        "ModelConfiguration - name: \(name), url: \(url.path(percentEncoded: false)), "
            + "allowsSave: \(allowsSave), isStoredInMemoryOnly: \(isStoredInMemoryOnly)"
    }
}
