// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The log of a machine's node: the objects that wait to be put, and those on the hub.
package struct OwnLog: Hashable, Sendable {
    /// An object that waits to be put.
    package struct Outgoing: Hashable, Sendable {
        /// The name.
        package let name: ObjectName
        /// The bytes.
        package let bytes: [UInt8]
        let content: Content
        /// The objects that the hub need not keep once it has this one.
        let replaced: Set<ObjectName>
    }

    /// The content of an object on the hub.
    struct Content: Hashable, Sendable {
        let keys: Set<ChangeKey>
        let covers: [NodeID: UInt64]
        let size: Int
    }

    /// The node.
    package private(set) var node: NodeID
    /// The objects that wait to be put, in order.
    package private(set) var outbox: [Outgoing] = []
    /// The objects that the hub has according to this machine.
    private(set) var objects: [ObjectName: Content] = [:]
    /// The subjects of all changes that this machine published.
    private(set) var published: Set<ChangeKey> = []
    /// The number of the last change that has one.
    private var lastNumber: UInt64 = 0
    /// The end of the last object that the hub has.
    private var confirmedEnd: UInt64 = 0

    /// Creates the log of a node.
    package init(node: NodeID) { self.node = node }

    /// Names of the objects that the hub should have.
    package var expectedNames: Set<ObjectName> { Set(objects.keys) }

    /// The subjects in objects that the hub does not have.
    var unsentKeys: Set<ChangeKey> {
        outbox.reduce(into: []) { $0.formUnion($1.content.keys) }
    }

    /// Appends changes, if there are any.
    mutating func append(_ changes: [Change], read: [NodeID: UInt64]) {
        guard !changes.isEmpty else { return }
        let start = outbox.last?.name.end ?? confirmedEnd
        add(changes, from: start, to: lastNumber + UInt64(changes.count), read: read)
    }

    /// Replaces the whole log by one object.
    ///
    /// - Parameters:
    ///   - changes: The present state of everything that the machine published.
    ///   - read: The positions in all logs.
    ///   - covers: The logs of the machine's earlier nodes, which are contained.
    ///   - replaced: The objects that the hub need not keep.
    mutating func replaceAll(
        with changes: [Change],
        read: [NodeID: UInt64],
        covers: [NodeID: UInt64],
        replaced: Set<ObjectName>
    ) {
        outbox = []
        add(
            changes,
            from: 0,
            to: lastNumber + 1,
            read: read,
            covers: covers,
            replaced: replaced
        )
    }

    /// Returns the youngest objects of the log, the oldest first; nil if they cannot be merged.
    ///
    /// They are the last ones, and join up.
    func youngest(_ count: Int) -> [ObjectName]? {
        let names = objects.keys.filter { $0.node == node }.sorted().suffix(count)
        guard outbox.isEmpty, names.count > 1, names.last?.end == confirmedEnd,
            zip(names, names.dropFirst()).allSatisfy({ $0.end == $1.start })
        else { return nil }
        return Array(names)
    }

    /// Returns the subjects of objects.
    func keys(of names: [ObjectName]) -> Set<ChangeKey> {
        names.reduce(into: []) { $0.formUnion(objects[$1]?.keys ?? []) }
    }

    /// Replaces the youngest objects by one, which states what they stated about earlier nodes.
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
            to: lastNumber + 1,
            read: read,
            covers: covers,
            replaced: Set(names)
        )
    }

    private mutating func add(
        _ changes: [Change],
        from start: UInt64,
        to end: UInt64,
        read: [NodeID: UInt64],
        covers: [NodeID: UInt64] = [:],
        replaced: Set<ObjectName>? = nil
    ) {
        let object = LogObject(
            node: node,
            start: start,
            end: end,
            isRewrite: replaced != nil,
            read: read,
            covers: covers,
            changes: changes
        )
        let bytes = object.bytes
        let keys = Set(changes.map(\.key))
        published.formUnion(keys)
        lastNumber = end
        outbox.append(
            Outgoing(
                name: LogObject.name(of: object, bytes: bytes),
                bytes: bytes,
                content: Content(keys: keys, covers: covers, size: bytes.count),
                replaced: replaced ?? []
            )
        )
    }

    /// Records that the hub has an object.
    ///
    /// - Returns: The objects that the hub need not keep now.
    mutating func confirm(_ name: ObjectName) -> Set<ObjectName> {
        guard let index = outbox.firstIndex(where: { $0.name == name }) else { return [] }
        let sent = outbox.remove(at: index)
        let replaced = sent.replaced.subtracting([name])
        objects = objects.filter { !replaced.contains($0.key) }
        objects[name] = sent.content
        confirmedEnd = max(confirmedEnd, name.end)
        return replaced
    }

    /// Adds subjects that the machine published under an earlier node.
    mutating func adopt(_ keys: some Sequence<ChangeKey>) { published.formUnion(keys) }

    /// Removes the subjects that need not be published again.
    mutating func retain(_ keys: Set<ChangeKey>) { published = keys }

    /// Starts the log of a new node.
    mutating func restart(as node: NodeID) {
        self.node = node
        outbox = []
        objects = [:]
        lastNumber = 0
        confirmedEnd = 0
    }

    /// The sizes of the objects of the log, the oldest first.
    var sizes: [Int] {
        objects.filter { $0.key.node == node }.sorted { $0.key < $1.key }.map(\.value.size)
    }
}
