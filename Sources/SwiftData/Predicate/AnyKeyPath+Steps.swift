// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension AnyKeyPath {
    /// The components of the key path's description, the only place where they are visible.
    ///
    /// A component includes the getter's name, so that equal components are the same property.
    var steps: [String] {
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
