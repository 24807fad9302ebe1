// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Objects of a log that are written again, with the present state of their subjects.
///
/// Nothing here has more than the content of a few objects in memory.
extension OwnLog {
    /// The statements of a rewriting of the whole log.
    struct RewritingState: Hashable, Sendable {
        /// The logs of the machine's earlier nodes, which are contained.
        let covers: [NodeID: UInt64]
        /// Whether an object has the beginning of the log.
        var hasBegun = false
    }

    // MARK: Some objects

    /// Returns the youngest objects of the log, the oldest first; nil if they cannot be merged.
    ///
    /// They are the last ones, and join up.
    func youngest(_ count: Int) -> [ObjectName]? {
        let names = objects.keys().filter { $0.node == node }.sorted().suffix(count)
        guard waiting.isEmpty, names.count > 1, names.last?.end == numbers.confirmed,
            zip(names, names.dropFirst()).allSatisfy({ $0.end == $1.start })
        else { return nil }
        return Array(names)
    }

    /// Replaces the youngest objects, and states what they stated about earlier nodes.
    mutating func replace(
        _ names: [ObjectName],
        with changes: [Change],
        read: [NodeID: UInt64]
    ) {
        guard let first = names.first else { return }
        var covers: [NodeID: UInt64] = [:]
        for name in names { covers.merge(objects[name]?.covers ?? [:]) { max($0, $1) } }
        add(
            changes,
            from: first.start,
            isRewrite: true,
            read: read,
            covers: covers,
            replaced: Set(names)
        )
    }

    /// Returns the first objects that wait after a position, join up, and together do not
    /// exceed the size of one; nil if no two of them do.
    func mergeableGroup(after position: UInt64) -> [ObjectName]? {
        var group: [ObjectName] = []
        var size = 0
        var last = position
        while true {
            let ends = waiting.keys(after: last, limit: Self.pageSize)
            guard let end = ends.last else { return group.count > 1 ? group : nil }
            for end in ends {
                guard let object = waiting[end] else { continue }
                let isMergeable = !object.name.isRewrite && object.replaced.isEmpty
                let total = size + object.content.size
                if isMergeable, group.last?.end == object.name.start, total <= maximumSize {
                    group.append(object.name)
                    size = total
                } else if group.count > 1 {
                    return group
                } else {
                    group = isMergeable ? [object.name] : []
                    size = object.content.size
                }
            }
            last = end
        }
    }

    private static var pageSize: Int { 1_024 }

    /// Replaces objects that wait and join up by one.
    mutating func merge(
        waiting names: [ObjectName],
        with changes: [Change],
        read: [NodeID: UInt64]
    ) {
        guard let first = names.first, let last = names.last else { return }
        for name in names { removeWaiting(name) }
        add(changes, from: first.start, to: last.end, read: read)
    }

    mutating func removeWaiting(_ name: ObjectName) {
        waiting[name.end] = nil
        bytes[name.end] = nil
        keys[name] = nil
    }

    /// Writes an object again with its own numbers.
    mutating func rewrite(_ name: ObjectName, with changes: [Change], read: [NodeID: UInt64]) {
        let object = waiting[name.end].flatMap { $0.name == name ? $0 : nil }
        guard let content = object?.content ?? objects[name] else { return }
        if object != nil { removeWaiting(name) }
        add(
            changes,
            from: name.start,
            to: name.end,
            isRewrite: object?.name.isRewrite ?? true,
            read: read,
            covers: content.covers,
            replaced: object?.replaced ?? [name]
        )
    }

    // MARK: The whole log

    /// Begins to replace the whole log, with the logs of the machine's earlier nodes.
    ///
    /// - Parameters:
    ///   - names: The objects that the hub need not keep then.
    ///   - covers: The logs of earlier nodes, which are contained.
    mutating func beginRewriting(replacing names: [ObjectName], covers: [NodeID: UInt64]) {
        emptyOutbox()
        outdated.removeAll()
        rewriting.removeAll()
        for name in names { rewriting[name] = true }
        for name in keys.keys() { rewriting[name] = false }
        rewritingState = RewritingState(covers: covers)
    }

    /// Returns the next subjects that a rewriting has to contain; nil if it contains all.
    mutating func takeSubjects(limit: Int) -> Set<ChangeKey>? {
        var names: [ObjectName] = []
        rewriting.visit { name, isContained in
            if !isContained { names.append(name) }
            return true
        }
        guard !names.isEmpty else { return nil }
        var subjects: Set<ChangeKey> = []
        for name in names.sorted() where subjects.count < limit {
            subjects.formUnion(keys[name] ?? [])
            rewriting[name] = true
        }
        return subjects
    }

    /// Adds a part of a rewritten log.
    ///
    /// - Parameters:
    ///   - changes: The present state of its subjects.
    ///   - read: The positions in all logs.
    ///   - isLast: Whether the log is complete then.
    mutating func continueRewriting(
        with changes: [Change],
        read: [NodeID: UInt64],
        isLast: Bool
    ) {
        guard let state = rewritingState else { return }
        add(
            changes,
            from: state.hasBegun ? numbers.next : 0,
            isRewrite: !state.hasBegun,
            read: read,
            covers: isLast ? state.covers : [:],
            replaced: isLast ? Set(rewriting.keys().filter { replaces($0, state.covers) }) : []
        )
        rewritingState?.hasBegun = true
        guard isLast else { return }
        rewriting.removeAll()
        rewritingState = nil
    }

    /// Returns whether a rewriting replaces an object: one of an earlier node only if the rewriting
    /// states that it contains it.
    ///
    /// A store that was copied from another machine may have the subjects of an object of this
    /// machine, although the log of that object is to be read again from the beginning. Without
    /// the object no machine could read the rest of that log.
    private func replaces(_ name: ObjectName, _ covers: [NodeID: UInt64]) -> Bool {
        name.node == node || name.end <= covers[name.node] ?? 0
    }
}
