// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Predicts which relationships are read next, so that a loop over models loads those of many
/// models with one query.
///
/// A loop shows itself by consecutive reads of the same relationship of different models. Each load
/// includes twice as many models as the one before it, so that at most as many are loaded in vain
/// as were read.
struct RelationshipReadAhead {
    /// The maximum number of models in a load.
    private static let maximumCount = 256

    private var property: ObjectIdentifier?
    private var lastKey: Int64 = 0
    private var count = 0

    /// Returns the number of models to load with the model that is read, and the distance from one
    /// primary key to the next.
    mutating func prediction(
        for property: PropertyDescription,
        key: Int64
    ) -> (count: Int, step: Int64) {
        defer { lastKey = key }
        guard self.property == ObjectIdentifier(property) else {
            self.property = ObjectIdentifier(property)
            count = 1
            return (0, 1)
        }
        return (count, key < lastKey ? -1 : 1)
    }

    /// Records how many models there were to load.
    mutating func note(found: Int) {
        count = min(max(1, 2 * found), Self.maximumCount)
    }
}
