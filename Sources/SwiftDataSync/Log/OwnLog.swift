// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The log of a machine's node: the objects that wait to be put, and those on the hub.
package struct OwnLog: Sendable {
    /// An object that waits to be put.
    package struct Outgoing: Hashable, Sendable {
        /// The name.
        package internal(set) var name: ObjectName
        /// The bytes.
        package internal(set) var bytes: [UInt8]
        /// Whether the bytes are sealed.
        package internal(set) var isSealed = false
        let content: Content
        /// The objects that the hub need not keep once it has this one.
        let replaced: Set<ObjectName>
    }

    /// The content of an object on the hub.
    struct Content: Hashable, Sendable {
        let covers: [NodeID: UInt64]
        let size: Int
    }

    /// The node.
    package internal(set) var node: NodeID
    /// The objects that wait to be put, in order.
    package internal(set) var outbox: [Outgoing] = []
    /// The objects that the hub has according to this machine.
    var objects: [ObjectName: Content] = [:]
    /// The subjects of all changes that this machine published.
    var published = RecordSet<ChangeKey>(.published)
    /// The subjects of each object.
    var keys = ObjectKeys()
    private let maximumSize: Int
    /// The number of the last change that has one.
    var lastNumber: UInt64 = 0
    /// The end of the last object that the hub has.
    var confirmedEnd: UInt64 = 0

    /// Creates the log of a node.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - maximumSize: The size of an object that only a single change exceeds.
    package init(node: NodeID, maximumSize: Int = RewritePolicy.maximumObjectSize) {
        self.node = node
        self.maximumSize = maximumSize
    }

    /// Names of the objects that the hub should have.
    package var expectedNames: Set<ObjectName> { Set(objects.keys) }

    /// The subjects in objects that the hub does not have.
    var unsentKeys: Set<ChangeKey> {
        keys(of: outbox.map(\.name))
    }

    /// Appends changes, if there are any.
    mutating func append(_ changes: [Change], read: [NodeID: UInt64]) {
        guard !changes.isEmpty else { return }
        add(changes, from: outbox.last?.name.end ?? confirmedEnd, read: read)
    }

    private mutating func emptyOutbox() {
        for object in outbox { keys[object.name] = [] }
        outbox = []
    }

    /// Replaces the objects that wait to be put, which the hub must not have.
    mutating func replaceOutbox(with changes: [Change], read: [NodeID: UInt64]) {
        emptyOutbox()
        append(changes, read: read)
    }

    /// Replaces the whole log.
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
        emptyOutbox()
        add(changes, from: 0, read: read, covers: covers, replaced: replaced)
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
        names.reduce(into: []) { $0.formUnion(keys[$1]) }
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
        add(changes, from: first.start, read: read, covers: covers, replaced: Set(names))
    }

    /// Appends objects that join up, none larger than the limit unless one change is.
    ///
    /// The first replaces others, and the last completes that: it states which logs are contained,
    /// and only once the hub has it can the replaced objects be deleted.
    private mutating func add(
        _ changes: [Change],
        from start: UInt64,
        read: [NodeID: UInt64],
        covers: [NodeID: UInt64] = [:],
        replaced: Set<ObjectName>? = nil
    ) {
        let pieces = pieces(of: changes)
        var start = start
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            lastNumber += UInt64(max(piece.count, 1))
            let object = LogObject(
                node: node,
                start: start,
                end: lastNumber,
                isRewrite: index == 0 && replaced != nil,
                read: read,
                covers: isLast ? covers : [:],
                changes: piece
            )
            add(object, replaced: isLast ? replaced ?? [] : [])
            start = lastNumber
        }
    }

    private mutating func add(_ object: LogObject, replaced: Set<ObjectName>) {
        let bytes = object.bytes
        let name = LogObject.name(of: object, bytes: bytes)
        let subjects = Set(object.changes.map(\.key))
        published.formUnion(subjects)
        keys[name] = subjects
        outbox.append(
            Outgoing(
                name: name,
                bytes: bytes,
                content: Content(covers: object.covers, size: bytes.count),
                replaced: replaced
            )
        )
    }

    /// Divides changes into one piece for each object; no changes are one piece, too.
    private func pieces(of changes: [Change]) -> [[Change]] {
        var pieces: [[Change]] = [[]]
        var writer = ByteWriter()
        for change in changes {
            let size = writer.bytes.count
            writer.append(change)
            if size > 0, writer.bytes.count > maximumSize {
                pieces.append([])
                writer = ByteWriter()
                writer.append(change)
            }
            pieces[pieces.count - 1].append(change)
        }
        return pieces
    }

    /// Seals the objects that wait to be put, each once: what is put again has the same bytes.
    mutating func seal(with sealer: ObjectSealer) throws(SyncError) {
        for index in outbox.indices where !outbox[index].isSealed {
            let object = outbox[index]
            let sealed = try sealer.seal(object.bytes, at: object.name.place)
            outbox[index].name = object.name.naming(sealed)
            keys.rename(object.name, to: outbox[index].name)
            outbox[index].bytes = sealed
            outbox[index].isSealed = true
        }
    }

    /// Records that the hub has an object.
    ///
    /// - Returns: The objects that the hub need not keep now.
    mutating func confirm(_ name: ObjectName) -> Set<ObjectName> {
        guard let index = outbox.firstIndex(where: { $0.name == name }) else { return [] }
        let sent = outbox.remove(at: index)
        let replaced = sent.replaced.subtracting([name])
        for name in replaced where objects.removeValue(forKey: name) != nil { keys[name] = [] }
        objects[name] = sent.content
        confirmedEnd = max(confirmedEnd, name.end)
        return replaced
    }

    /// Adds subjects that the machine published under an earlier node.
    mutating func adopt(_ keys: some Sequence<ChangeKey>) { published.formUnion(keys) }

    /// Removes the subjects that need not be published again.
    mutating func retain(_ kept: Set<ChangeKey>) {
        for key in published.all where !kept.contains(key) { published.remove(key) }
    }

    /// Starts the log of a new node.
    mutating func restart(as node: NodeID) {
        self.node = node
        emptyOutbox()
        for name in objects.keys { keys[name] = [] }
        objects = [:]
        lastNumber = 0
        confirmedEnd = 0
    }

    /// The sizes of the objects of the log, the oldest first.
    var sizes: [Int] {
        objects.filter { $0.key.node == node }.sorted { $0.key < $1.key }.map(\.value.size)
    }
}
