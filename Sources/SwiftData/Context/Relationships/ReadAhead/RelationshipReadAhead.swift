// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Predicts which relationships are read next, so that a loop loads the relationship of many models
/// with one query.
///
/// A loop is recognized by successive reads of one relationship in the order of the primary keys.
/// Each load includes twice as many models as the previous one, so that at most about half of the
/// loaded models are not read.
struct RelationshipReadAhead {
    /// The models to load with the model that is read.
    struct Prediction {
        /// The maximum number of models.
        let count: Int
        /// The maximum distance of their keys from the key that is read.
        let range: Int64
        let isDescending: Bool
    }

    /// The last load of a relationship.
    private struct Load {
        /// The last key that it included.
        var end: Int64
        /// The number of models to load next.
        var count = 1
    }

    private static let maximumCount = 256
    /// The distance of two keys that are read one after the other.
    private static let maximumGap: UInt64 = 64

    private var loads: [ObjectIdentifier: Load] = [:]

    /// Returns the prediction for a read; nil if it does not follow the last load.
    mutating func prediction(for property: PropertyDescription, key: Int64) -> Prediction? {
        let identity = ObjectIdentifier(property)
        guard let load = loads[identity], let gap = distance(from: load.end, to: key),
            gap <= Self.maximumGap
        else {
            loads[identity] = Load(end: key)
            return nil
        }
        return Prediction(
            count: load.count,
            range: max(4 * Int64(load.count), Int64(Self.maximumGap)),
            isDescending: key < load.end
        )
    }

    /// Returns the distance of two keys; nil if they are equal or too far apart for a number.
    private func distance(from first: Int64, to second: Int64) -> UInt64? {
        let (distance, overflow) = second.subtractingReportingOverflow(first)
        return overflow || distance == 0 ? nil : distance.magnitude
    }

    /// Records a load that a prediction caused.
    mutating func noteLoad(of property: PropertyDescription, upTo end: Int64, count: Int) {
        loads[ObjectIdentifier(property)] = Load(
            end: end,
            count: min(max(1, 2 * count), Self.maximumCount)
        )
    }
}
