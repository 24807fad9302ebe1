// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The log of a machine's node: the objects that wait to be put, and those on the hub.
///
/// Its objects are in maps, so that a participant in records has none of them in memory.
package struct OwnLog: Sendable {
    /// An object that waits to be put.
    package struct Outgoing: Hashable, Sendable {
        /// The name.
        package let name: ObjectName
        /// The bytes.
        package let bytes: [UInt8]
        /// Whether the bytes are sealed.
        package let isSealed: Bool
    }

    /// The numbers of the log.
    struct Numbers: Hashable, Sendable {
        /// The number of the last change that has one.
        var last: UInt64 = 0
        /// The end of the last object that the hub has.
        var confirmed: UInt64 = 0
        /// The start of the next object.
        var next: UInt64 = 0
        /// The end of the first object that may be unsealed.
        var unsealed: UInt64?
    }

    /// The node.
    package internal(set) var node: NodeID
    var numbers = Numbers()
    /// The objects that wait to be put, by their ends.
    var waiting = RecordMap<UInt64, WaitingObject>(.outgoing)
    /// The bytes of the objects that wait, by their ends.
    var bytes = RecordMap<UInt64, [UInt8]>(.outgoingBytes)
    /// The objects that the hub has according to this machine.
    var objects = RecordMap<ObjectName, ObjectContent>(.object)
    /// The subjects of each object of this machine, also in the logs of its earlier nodes.
    var keys = RecordMap<ObjectName, Set<ChangeKey>>(.keys)
    /// The objects to write again, each with its own numbers.
    var outdated = RecordSet<ObjectName>(.outdated)
    /// The objects that a rewriting of the whole log replaces, with whether it has their subjects.
    var rewriting = RecordMap<ObjectName, Bool>(.rewriting)
    /// The rewriting of the whole log; nil if none has begun.
    var rewritingState: RewritingState?
    let maximumSize: Int

    /// Creates the log of a node.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - maximumSize: The size of an object that only a single change exceeds.
    package init(node: NodeID, maximumSize: Int = RewritePolicy.maximumObjectSize) {
        self.node = node
        self.maximumSize = maximumSize
    }

    // MARK: Reading

    /// The objects that wait to be put, in order.
    package var outbox: [Outgoing] {
        waiting.keys().sorted().compactMap(outgoing)
    }

    /// The first object that waits to be put.
    package var nextOutgoing: Outgoing? { waiting.first.flatMap { outgoing(at: $0.key) } }

    /// The number of objects that wait to be put.
    package var waitingCount: Int { waiting.keys().count }

    /// Whether no object waits to be put.
    package var isOutboxEmpty: Bool { waiting.isEmpty }

    private func outgoing(at end: UInt64) -> Outgoing? {
        guard let object = waiting[end], let bytes = bytes[end] else { return nil }
        return Outgoing(name: object.name, bytes: bytes, isSealed: object.isSealed)
    }

    /// The names of the objects that wait, in order.
    var waitingNames: [ObjectName] {
        var names: [ObjectName] = []
        waiting.visit { _, object in
            names.append(object.name)
            return true
        }
        return names.sorted()
    }

    /// Names of the objects that the hub should have.
    package var expectedNames: Set<ObjectName> { Set(objects.keys()) }

    /// The subjects in objects that the hub does not have.
    var unsentKeys: Set<ChangeKey> { keys(of: waitingNames) }

    /// Returns the subjects of objects.
    func keys(of names: [ObjectName]) -> Set<ChangeKey> {
        names.reduce(into: []) { $0.formUnion(keys[$1] ?? []) }
    }

    /// The sizes of the objects of the log, the oldest first.
    var sizes: [Int] {
        var sizes: [(name: ObjectName, size: Int)] = []
        objects.visit { name, content in
            if name.node == node { sizes.append((name, content.size)) }
            return true
        }
        return sizes.sorted { $0.name < $1.name }.map(\.size)
    }

    // MARK: Writing

    /// Appends changes, if there are any.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - read: The positions in all logs.
    ///   - isContinued: Whether they belong to the last object, if it is not sealed.
    mutating func append(_ changes: [Change], read: [NodeID: UInt64], isContinued: Bool = false) {
        guard !changes.isEmpty else { return }
        if isContinued, let open = takeOpenObject() {
            add(open.changes + changes, from: open.start, read: read)
        } else {
            add(changes, from: numbers.next, read: read)
        }
    }

    /// Removes the last object that waits, and returns it, if it is not sealed and has a start of
    /// its own.
    private mutating func takeOpenObject() -> LogObject? {
        guard let first = numbers.unsealed, let name = waiting[numbers.next]?.name,
            name.end >= first, !name.isRewrite, waiting[name.end]?.isSealed == false,
            waiting[name.end]?.replaced.isEmpty == true,
            let object = bytes[name.end].flatMap({ try? LogObject(bytes: $0) }),
            object.covers.isEmpty
        else { return nil }
        removeWaiting(name)
        numbers.last = object.start
        return object
    }

    /// Removes the objects that wait.
    mutating func emptyOutbox() {
        waiting.removeAll()
        bytes.removeAll()
        numbers.next = numbers.confirmed
        numbers.unsealed = nil
    }

    /// Appends objects that join up, none larger than the limit unless one change is.
    ///
    /// The first replaces others, and the last completes that: it states which logs are contained,
    /// and only once the hub has it can the replaced objects be deleted.
    mutating func add(
        _ changes: [Change],
        from start: UInt64,
        to end: UInt64? = nil,
        isRewrite: Bool = false,
        read: [NodeID: UInt64],
        covers: [NodeID: UInt64] = [:],
        replaced: Set<ObjectName> = []
    ) {
        var start = start
        let pieces = pieces(of: changes, limit: end.map { $0 - start } ?? .max)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let next: UInt64
            if let end {
                // Each later piece needs a number.
                next = isLast ? end : start + 1
            } else {
                numbers.last += UInt64(max(piece.count, 1))
                next = numbers.last
                numbers.next = next
            }
            let object = LogObject(
                node: node,
                start: start,
                end: next,
                isRewrite: index == 0 && isRewrite,
                read: read,
                covers: isLast ? covers : [:],
                changes: piece
            )
            add(object, replaced: isLast ? replaced : [])
            start = next
        }
    }

    private mutating func add(_ object: LogObject, replaced: Set<ObjectName>) {
        let content = object.bytes
        let name = LogObject.name(of: object, bytes: content)
        keys[name] = Set(object.changes.map(\.key))
        waiting[name.end] = WaitingObject(
            name: name,
            content: ObjectContent(
                covers: object.covers,
                size: max(content.count, object.changes.count * minimumSize)
            ),
            replaced: replaced
        )
        bytes[name.end] = content
        numbers.unsealed = min(numbers.unsealed ?? .max, name.end)
    }

    /// The size that a change counts at least: small ones take as long to merge as others.
    private var minimumSize: Int { maximumSize / 1_024 }

    /// Divides changes into one piece for each object; no changes are one piece, too.
    ///
    /// The last piece has all that is left if there would be more pieces than a limit.
    private func pieces(of changes: [Change], limit: UInt64) -> [[Change]] {
        var pieces: [[Change]] = [[]]
        var total = 0
        for change in changes {
            var writer = ByteWriter()
            writer.append(change)
            let size = max(writer.bytes.count, minimumSize)
            total += size
            if total > maximumSize, total > size, UInt64(pieces.count) < limit {
                pieces.append([])
                total = size
            }
            pieces[pieces.count - 1].append(change)
        }
        return pieces
    }

    /// Seals the objects that wait to be put, each once: what is put again has the same bytes.
    ///
    /// - Parameters:
    ///   - sealer: The keys of the space.
    ///   - isOpen: Whether the last object is not sealed, so that further changes belong to it.
    /// - Throws: `SyncError` with the code `.encryption`.
    mutating func seal(with sealer: ObjectSealer, keepingLastOpen isOpen: Bool) throws(SyncError) {
        guard let first = numbers.unsealed else { return }
        for end in waiting.keys(after: first - 1) where !isOpen || end != numbers.next {
            guard let object = waiting[end], !object.isSealed, let content = bytes[end] else {
                continue
            }
            let sealed = try sealer.seal(content, at: object.name.place)
            let name = object.name.naming(sealed)
            keys[name] = keys[object.name]
            keys[object.name] = nil
            waiting[end]?.name = name
            waiting[end]?.isSealed = true
            bytes[end] = sealed
        }
        numbers.unsealed = isOpen ? numbers.next : nil
    }

    /// Records that the hub has an object.
    ///
    /// - Returns: The objects that the hub need not keep now.
    mutating func confirm(_ name: ObjectName) -> Set<ObjectName> {
        guard let sent = waiting[name.end], sent.name == name else { return [] }
        waiting[name.end] = nil
        bytes[name.end] = nil
        let replaced = sent.replaced.subtracting([name])
        for name in replaced {
            objects[name] = nil
            keys[name] = nil
        }
        objects[name] = sent.content
        numbers.confirmed = max(numbers.confirmed, name.end)
        return replaced
    }

    /// Adds the subjects that the machine published in a log of an earlier node.
    mutating func adopt(_ subjects: Set<ChangeKey>, of name: ObjectName) { keys[name] = subjects }

    /// Starts the log of a new node.
    ///
    /// The subjects of the objects that the hub has are kept: the next rewriting of the whole log
    /// contains them.
    mutating func restart(as node: NodeID) {
        self.node = node
        for name in waitingNames { keys[name] = nil }
        emptyOutbox()
        objects.removeAll()
        outdated.removeAll()
        rewriting.removeAll()
        rewritingState = nil
        numbers = Numbers()
    }
}

/// An object that waits to be put.
struct WaitingObject: Hashable, Sendable {
    var name: ObjectName
    var isSealed = false
    let content: ObjectContent
    /// The objects that the hub need not keep once it has this one.
    let replaced: Set<ObjectName>
}

/// The content of an object on the hub.
struct ObjectContent: Hashable, Sendable {
    let covers: [NodeID: UInt64]
    /// The size as it counts for the limit of an object.
    let size: Int
}

/// The maps of a log in records.
extension OwnLog {
    /// Reads the maps as they were recorded.
    mutating func connect(to reader: RecordReader, _ table: RecordTable) {
        waiting = waiting.connected(to: reader, table)
        bytes = bytes.connected(to: reader, table)
        objects = objects.connected(to: reader, table)
        keys = keys.connected(to: reader, table)
        outdated = outdated.connected(to: reader, table)
        rewriting = rewriting.connected(to: reader, table)
    }

    /// Adds the changes of the maps to records.
    func record(in changes: inout RecordChanges) {
        waiting.record(in: &changes)
        bytes.record(in: &changes)
        objects.record(in: &changes)
        keys.record(in: &changes)
        outdated.record(in: &changes)
        rewriting.record(in: &changes)
    }
}

extension WaitingObject: RecordValue {
    func appendValue(to writer: inout ByteWriter) {
        name.append(to: &writer)
        writer.append(byte: isSealed ? 1 : 0)
        content.appendValue(to: &writer)
        writer.append(replaced)
    }

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> WaitingObject {
        WaitingObject(
            name: try ObjectName.read(from: &reader),
            isSealed: try reader.boolean(),
            content: try ObjectContent.readValue(from: &reader),
            replaced: try reader.objectNames()
        )
    }
}

extension ObjectContent: RecordValue {
    func appendValue(to writer: inout ByteWriter) {
        writer.append(count: size)
        writer.append(positions: covers)
    }

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> ObjectContent {
        let size = Int(clamping: try reader.number())
        return ObjectContent(covers: try reader.positions(), size: size)
    }
}
