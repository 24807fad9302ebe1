// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSync

/// An error of the synchronization of a container.
public struct CloudError: Error, Hashable, Sendable {
    /// The kind of an error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates the kind of a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file of hubs has no line for the name; the store is local.
        public static let noAccount = Code(rawValue: "noAccount")
        /// The configuration excludes the store from synchronization.
        public static let notSynchronized = Code(rawValue: "notSynchronized")
        /// The synchronization was paused, or ended with its container.
        public static let paused = Code(rawValue: "paused")
        /// The hub does not respond; it may later.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The hub, or a file, cannot be used with the rights of this user.
        public static let denied = Code(rawValue: "denied")
        /// The address is none of a hub, or a name or a line of the file of hubs is malformed.
        public static let invalid = Code(rawValue: "invalid")
        /// The key is missing, malformed, or the key of another space.
        public static let key = Code(rawValue: "key")
        /// The hub has data in a newer format; update the program.
        public static let format = Code(rawValue: "format")
        /// A model cannot be synchronized.
        public static let schema = Code(rawValue: "schema")
        /// Another process, or another container of this one, synchronizes the store.
        public static let busy = Code(rawValue: "busy")
        /// The hub or the store failed.
        public static let failed = Code(rawValue: "failed")
    }

    /// The kind of the error.
    public let code: Code
    /// The problem, then the remedy.
    public let message: String

    /// Creates an error.
    init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the error that describes an error of another module.
    init(describing error: any Error) {
        switch error {
        case let error as CloudError: self = error
        case let error as SyncError: self.init(Code(error.code), message: error.message)
        case let error as HubError: self.init(Code(error.code), message: error.message)
        case is CancellationError:
            self.init(.paused, message: "the synchronization was ended; resume it")
        default: self.init(.failed, message: "\(error)")
        }
    }
}

extension CloudError: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    public var description: String { message }
}

extension CloudError.Code {
    fileprivate init(_ code: SyncError.Code) {
        switch code {
        case .key: self = .key
        case .format: self = .format
        case .schema: self = .schema
        default: self = .failed
        }
    }

    fileprivate init(_ code: HubError.Code) {
        switch code {
        case .unreachable, .full: self = .unreachable
        case .denied: self = .denied
        case .notHub, .invalid: self = .invalid
        default: self = .failed
        }
    }
}
