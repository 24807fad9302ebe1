// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension [String] {
    /// The first two names that SQLite considers equal, which ignores the case of A to Z.
    var caseInsensitiveDuplicates: (String, String)? {
        var seen: [[UInt8]: String] = [:]
        for name in self {
            let folded = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            if let first = seen.updateValue(name, forKey: folded) {
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
