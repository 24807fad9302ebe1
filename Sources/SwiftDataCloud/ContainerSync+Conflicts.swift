// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
public import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync
internal import Synchronization

extension ContainerSync {
    /// Two values of an attribute, each from a device that did not have the other one.
    ///
    /// The later one is in the model. A program shows both, assigns another
    /// text if the user prefers that, and settles the conflict.
    public struct Conflict: Hashable, Identifiable, Sendable {
        /// A text of a conflict.
        public struct Version: Hashable, Sendable {
            /// The text; nil if the attribute was set to nil.
            public let text: String?
            /// The time of the writing, by the clock of the device.
            public let date: Date
            /// The name of the device; nil if it is not known.
            public let device: String?
        }

        /// The identifier of the model.
        public let model: PersistentIdentifier
        /// The name of the attribute.
        public let attribute: String
        /// The text that the model has.
        public let current: Version
        /// The text that it would have without the other one.
        public let other: Version
        let row: RowID

        /// The identifier, which is the same on all devices.
        public var id: String { "\(row)" }
    }

    /// Returns the conflicts that were not settled, while the synchronization runs.
    ///
    /// Each device has them after an exchange. They end with their model, too.
    ///
    /// - Throws: `CloudError` if the store cannot be read.
    public func conflicts() async throws -> [Conflict] {
        do {
            return try await running?.conflicts() ?? []
        } catch {
            throw CloudError(describing: error)
        }
    }

    /// Settles a conflict on all devices: the model keeps the text that it has.
    ///
    /// - Throws: `CloudError` if the store cannot be written, or the synchronization does not run.
    public func settle(_ conflict: Conflict) async throws {
        guard let running else {
            throw CloudError(
                .paused,
                message: "the synchronization does not run; resume it, and settle the conflict "
                    + "then"
            )
        }
        do {
            try await running.settle(conflict)
        } catch {
            throw CloudError(describing: error)
        }
    }
}

extension ContainerSync.Conflict {
    init(_ kept: KeptText, machines: [NodeID: String]) {
        model = kept.model
        // In the store, the name of a subclass precedes the name of its attribute.
        attribute = kept.attribute.split(separator: ".").last.map(String.init) ?? kept.attribute
        current = Version(kept.current, machines: machines)
        other = Version(kept.other, machines: machines)
        row = kept.row
    }
}

extension ContainerSync.Conflict.Version {
    fileprivate init(_ version: KeptText.Version, machines: [NodeID: String]) {
        text = version.text
        date = Date(timeIntervalSince1970: Double(version.clock.time.milliseconds) / 1_000)
        device = machines[version.clock.node]
    }
}
