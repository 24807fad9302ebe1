// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension [String] {
    /// The first two names that SQLite considers equal.
    var caseInsensitiveDuplicates: (String, String)? {
        var seen: [String: String] = [:]
        for name in self {
            if let first = seen.updateValue(name, forKey: name.lowercased()) {
                return (first, name)
            }
        }
        return nil
    }
}

extension Sequence<String> {
    /// The first element that occurs again; nil if all are distinct.
    var firstDuplicate: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0).inserted }
    }
}
