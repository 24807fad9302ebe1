// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The difference between two versions of a text, line by line.
struct LineDifference {
    /// A line of either text.
    enum Line: Equatable {
        case common(Substring)
        case removed(Substring)
        case added(Substring)
        /// Common lines that are not shown.
        case omitted(count: Int)
    }

    /// The number of common lines that are shown around a change.
    private static let contextLength = 2

    /// The lines of both versions in order, with the common lines around each change.
    let lines: [Line]

    /// Compares two versions.
    ///
    /// If too many lines differ, all lines between the first and the last difference are removed
    /// and added.
    ///
    /// - Complexity: O(*n* · *d*) in time and O(*n* + *d*²) in memory for *n* lines of which *d*
    ///   differ; *d* is at most `ShortestEdit.limit`.
    init(from old: String, to new: String) {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old[start...], new[start...])
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let (oldChanged, newChanged) = (oldRest.dropLast(end), newRest.dropLast(end))
        var all = new[..<start].map { Line.common($0) }
        if let common = ShortestEdit.commonLines(of: oldChanged, and: newChanged) {
            var (before, after) = (oldChanged.startIndex, newChanged.startIndex)
            for pair in common + [(oldChanged.endIndex, newChanged.endIndex)] {
                all += old[before..<pair.old].map { .removed($0) }
                all += new[after..<pair.new].map { .added($0) }
                guard pair.new < newChanged.endIndex else { break }
                all.append(.common(new[pair.new]))
                (before, after) = (pair.old + 1, pair.new + 1)
            }
        } else {
            all += oldChanged.map { .removed($0) }
            all += newChanged.map { .added($0) }
        }
        all += new.suffix(end).map { .common($0) }
        lines = Self.shortened(all)
    }

    /// Replaces the common lines that are far from every change.
    private static func shortened(_ all: [Line]) -> [Line] {
        var result: [Line] = []
        var index = 0
        while index < all.count {
            let end = all[index...].firstIndex { !$0.isCommon } ?? all.count
            let leading = index == 0 ? 0 : contextLength
            let trailing = end == all.count ? 0 : contextLength
            let omitted = end - index - leading - trailing
            if omitted > 1 {
                result += all[index..<(index + leading)]
                result.append(.omitted(count: omitted))
                result += all[(end - trailing)..<end]
            } else {
                result += all[index..<end]
            }
            if end < all.count { result.append(all[end]) }
            index = end + 1
        }
        return result
    }
}

extension LineDifference.Line {
    fileprivate var isCommon: Bool {
        if case .common = self { true } else { false }
    }
}
