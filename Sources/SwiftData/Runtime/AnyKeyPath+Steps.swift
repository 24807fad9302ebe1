// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

extension AnyKeyPath {
    /// The description of the key path, in which a property without a known name has a type but no
    /// address.
    var displayName: String { String(describing: self).withoutAddresses }

    /// The components of the key path's description, the only place where they are visible.
    ///
    /// A component includes the getter's name, so that equal components name the same property.
    /// They are remembered for the object of the key path: its description takes as long as a small
    /// query.
    var steps: [String] {
        let object = ObjectIdentifier(self)
        if let known = DescribedKeyPath.known.withLock({ $0.value(for: object) }) {
            return known.steps
        }
        let described = DescribedKeyPath(keyPath: self, steps: describedSteps)
        DescribedKeyPath.known.withLock { $0.insert(described, for: object) }
        return described.steps
    }

    private var describedSteps: [String] {
        var depth = 0
        var steps: [String] = []
        for character in String(describing: self) {
            switch character {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "." where depth == 0:
                steps.append("")
                continue
            case "?" where depth == 0, "!" where depth == 0: continue
            default: break
            }
            guard !steps.isEmpty else { continue }
            steps[steps.count - 1].append(character)
        }
        return steps
    }
}

/// A key path with its components, retained so that no other object can have its identity.
private struct DescribedKeyPath: @unchecked Sendable {
    // Unchecked, because the key path is not used.

    static let known = Mutex(RecentEntries<ObjectIdentifier, DescribedKeyPath>(limit: 1_024))

    let keyPath: AnyKeyPath
    let steps: [String]
}

extension String {
    /// The text without the addresses of the getters of computed properties, as in
    /// `\Book.<computed 0x000055d0 (Int)>`.
    var withoutAddresses: String { replacing(/\b0x[0-9a-fA-F]+ ?/, with: "") }
}

/// A type with the kinds of properties that key paths lead to.
struct KeyPathSample {
    var number = 0
    var text = ""
    var part: [Int] = []
    var sum: Int { number + 1 }

    /// Whether the description of a key path lists its properties.
    static var isSupported: Bool {
        lists([\Self.number, \Self.sum, \Self.text, \Self.text.count, \Self.part.first?.magnitude])
    }

    /// Returns whether the steps of key paths are those of their names: distinct, and as many as
    /// the number of the properties.
    static func lists(_ keyPaths: [AnyKeyPath]) -> Bool {
        let steps = keyPaths.map(\.steps)
        return Set(steps).count == keyPaths.count && steps.map(\.count) == [1, 1, 1, 2, 3]
            && steps[3].first == steps[2].first
    }
}
