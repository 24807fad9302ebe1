// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The difference of two texts, line by line.
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

    /// The lines of both texts in order, with the common lines around each change.
    let lines: [Line]

    /// Compares two texts.
    ///
    /// - Complexity: O(*n* + *d*²) for *n* lines, *d* of which differ.
    init(from old: String, to new: String) {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var all: [Line] = []
        var (before, after) = (0, 0)
        while before < old.count || after < new.count {
            if before < old.count, removed.contains(before) {
                all.append(.removed(old[before]))
                before += 1
            } else if after < new.count, added.contains(after) {
                all.append(.added(new[after]))
                after += 1
            } else {
                all.append(.common(new[after]))
                before += 1
                after += 1
            }
        }
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
