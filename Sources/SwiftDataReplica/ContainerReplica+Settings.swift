// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData
package import SwiftDataSync

extension ContainerReplica {
    /// The description of a machine for people.
    package struct Machine: Sendable {
        /// The name that people give to the machine.
        package var name: String
        /// The program and its version.
        package var software: String
        /// The version of the store's schema.
        package var schema: String

        /// Creates a description.
        package init(name: String, software: String, schema: String) {
            self.name = name
            self.software = software
            self.schema = schema
        }
    }

    /// The settings of a replica.
    package struct Settings: Sendable {
        /// The description that the machine publishes; nil for no description.
        package var machine: Machine?
        /// The entities, and the rules that their schema does not contain.
        package var policy: SyncPolicy
        /// The nodes that this machine had, the present one included.
        package var machineNodes: Set<NodeID>
        /// Returns a random node for a new log; the program records it first, so that no other
        /// store of this machine continues with it.
        package var newNode: @Sendable () throws -> NodeID
        /// The number of recorded changes that one commit captures.
        package var pageSize = 1_000
        /// The time for which missing objects are waited for, in milliseconds.
        package var patience: Int64 = 86_400_000
        /// The size of an object that only a single change exceeds.
        package var maximumObjectSize = RewritePolicy.maximumObjectSize
        /// Seals the records of the merge; nil for a store without encrypted content.
        package var recordCipher: (any RecordCipher)?
        /// Completes models that were written, such as values that the program computes.
        package var complete: @Sendable (ModelContext, ShownModels) throws -> Void = { _, _ in }

        /// Creates settings.
        package init(
            policy: SyncPolicy,
            machineNodes: Set<NodeID> = [],
            newNode: @escaping @Sendable () throws -> NodeID = {
                NodeID(rawValue: .random(in: 1 ... .max))
            }
        ) {
            self.policy = policy
            self.machineNodes = machineNodes
            self.newNode = newNode
        }
    }
}
