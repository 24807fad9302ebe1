// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The changes of one commit for a step.
package struct StepContent: Sendable, Equatable {
    /// The new name of a notebook or a tag.
    package struct Renaming: Sendable, Equatable {
        /// The kind of an object with a name.
        package enum Kind: UInt8, Sendable {
            case notebook = 1
            case tag = 2
        }

        /// The kind of the object.
        package var kind: Kind
        /// The identity of the object.
        package var uuid: UUID
        /// The name before the change.
        package var formerName: String
        /// The name after the change.
        package var name: String

        /// Creates a new name.
        package init(_ kind: Kind, _ uuid: UUID, from formerName: String, to name: String) {
            self.kind = kind
            self.uuid = uuid
            self.formerName = formerName
            self.name = name
        }
    }

    /// A change that cannot be undone.
    package struct Obstacle: Sendable, Equatable {
        /// The kind of the change.
        package enum Kind: UInt8, Sendable {
            case purge = 1
            case attach = 2
            case detach = 3
            case notebookCreation = 4
            case notebookDeletion = 5
            case tagMerge = 6
            case tagDeletion = 7
        }

        /// The kind of the change.
        package var kind: Kind
        /// The name of the notebook or the tag; empty for other kinds.
        package var name: String
        /// The name of the tag that remains of two; empty for other kinds.
        package var target: String
        /// The number of entries that were deleted; 0 for other kinds.
        package var count: Int

        /// Creates an obstacle.
        package init(_ kind: Kind, name: String = "", target: String = "", count: Int = 0) {
            self.kind = kind
            self.name = name
            self.target = target
            self.count = count
        }
    }

    /// The changes of entries, in order.
    package var changes: [StepChange] = []
    /// The new names, in order.
    package var renamings: [Renaming] = []
    /// The reason why the step cannot be undone, also if an earlier part has it.
    package var obstacle: Obstacle?

    /// Creates a content without changes.
    package init() {}

    /// Whether there is nothing to undo, and no reason why that is impossible.
    package var isEmpty: Bool { changes.isEmpty && renamings.isEmpty && obstacle == nil }
    /// The number of changes.
    package var count: Int { changes.count + renamings.count }

    /// Adds an obstacle; the numbers of deleted entries are added up.
    package mutating func add(_ new: Obstacle) {
        guard let known = obstacle, known.kind == new.kind, new.kind == .purge else {
            obstacle = new
            return
        }
        obstacle?.count = known.count + new.count
    }
}

/// The change of one entry in a step.
///
/// The numbers of commits identify contents of the entry. A change that restores an earlier content
/// has it as `content`, so that the changes before it can be undone in turn.
package struct StepChange: Sendable, Equatable {
    /// The kind of a change.
    package enum Action: UInt8, Sendable {
        /// The entry was created.
        case create = 1
        /// Values of the entry were replaced.
        case edit = 2
        /// The entry was moved into the trash.
        case trash = 3
        /// The entry was moved out of the trash.
        case restore = 4
        /// A file was attached to the entry.
        case attach = 5
    }

    /// The entry.
    package var entry: UUID
    /// The kind of the change.
    package var action: Action
    /// The revision that identifies the content of the entry before the change; 0 if the entry did
    /// not exist.
    package var before: Int
    /// The revision that identifies the content of the entry after the change; `nil` for the commit
    /// of the change.
    package var content: Int?
    /// The values that an edit replaced.
    package var former: FormerValues

    /// Creates a change.
    package init(
        _ action: Action,
        of entry: UUID,
        before: Int,
        content: Int? = nil,
        former: FormerValues = FormerValues()
    ) {
        self.entry = entry
        self.action = action
        self.before = before
        self.content = content
        self.former = former
    }
}

/// The values that an edit replaced; `nil` for values that it kept.
package struct FormerValues: Sendable, Equatable {
    /// A tag, and its name at the time of the edit.
    package struct TagName: Sendable, Equatable {
        /// The identity of the tag.
        package var uuid: UUID
        /// The name of the tag.
        package var name: String

        /// Creates the name of a tag.
        package init(uuid: UUID, name: String) {
            self.uuid = uuid
            self.name = name
        }
    }

    /// The identity of the `EarlierText` that the store keeps: a text is not recorded here.
    package var text: UUID?
    /// Whether the entry was starred.
    package var starred: Bool?
    /// The identity of the notebook.
    package var notebook: UUID?
    /// All tags.
    package var tags: [TagName]?
    /// The time of writing.
    package var moment: ZonedInstant?

    /// Creates values of an edit that replaced none.
    package init() {}

    /// Whether nothing was replaced.
    package var isEmpty: Bool { self == FormerValues() }
}

// The content of a part is one value of the store: an import has hundreds of changes in each
// commit, and a row for each of them would be as expensive as the entries.

extension StepContent {
    /// The version of the encoding, its first byte.
    private static let version: UInt8 = 1

    /// The content in encoded form.
    package var data: Data {
        var encoder = StepEncoder()
        encoder.append(Self.version)
        encoder.append(obstacle?.kind.rawValue ?? 0)
        if let obstacle {
            encoder.append(obstacle.name)
            encoder.append(obstacle.target)
            encoder.append(obstacle.count)
        }
        encoder.append(renamings.count)
        for renaming in renamings {
            encoder.append(renaming.kind.rawValue)
            encoder.append(renaming.uuid)
            encoder.append(renaming.formerName)
            encoder.append(renaming.name)
        }
        encoder.append(changes.count)
        for change in changes { encoder.append(change) }
        return Data(encoder.bytes)
    }

    /// Decodes a content.
    ///
    /// - Parameters:
    ///   - data: The encoded form.
    ///   - limit: The number of changes after which the rest is ignored.
    /// - Throws: `StepContentDamage`.
    package init(_ data: Data, limit: Int = .max) throws(StepContentDamage) {
        var decoder = StepDecoder(data)
        guard try decoder.byte() == Self.version else { throw StepContentDamage() }
        let kind = try decoder.byte()
        if kind != 0 {
            guard let kind = Obstacle.Kind(rawValue: kind) else { throw StepContentDamage() }
            let name = try decoder.text()
            let target = try decoder.text()
            obstacle = Obstacle(kind, name: name, target: target, count: try decoder.number())
        }
        for _ in 0..<(try decoder.count()) {
            guard let kind = Renaming.Kind(rawValue: try decoder.byte()) else {
                throw StepContentDamage()
            }
            let uuid = try decoder.uuid()
            let former = try decoder.text()
            renamings.append(Renaming(kind, uuid, from: former, to: try decoder.text()))
        }
        let count = min(try decoder.count(), limit)
        changes.reserveCapacity(count)
        for _ in 0..<count { changes.append(try decoder.change()) }
    }
}

/// The error for a content that was changed on the disk.
package struct StepContentDamage: Error, Equatable {}

/// The bytes of an encoded content.
private struct StepEncoder {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a number in groups of 7 bits, the lowest first; negative ones have ten groups.
    mutating func append(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ change: StepChange) {
        append(change.action.rawValue)
        append(change.entry)
        append(change.before)
        append(change.content.map { $0 + 1 } ?? 0)
        if change.action == .edit { append(change.former) }
    }

    private mutating func append(_ former: FormerValues) {
        let flags: [Bool] = [
            former.text != nil, former.starred != nil, former.starred == true,
            former.notebook != nil, former.tags != nil, former.moment != nil,
        ]
        append(flags.reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) })
        if let text = former.text { append(text) }
        if let notebook = former.notebook { append(notebook) }
        if let tags = former.tags {
            append(tags.count)
            for tag in tags {
                append(tag.uuid)
                append(tag.name)
            }
        }
        guard let moment = former.moment else { return }
        append(Int(moment.date.milliseconds))
        append(moment.offsetMinutes)
        append(moment.zone)
        append(moment.localDay)
    }
}

/// The rest of an encoded content.
private struct StepDecoder {
    private var bytes: ArraySlice<UInt8>

    init(_ data: Data) { bytes = Array(data)[...] }

    mutating func byte() throws(StepContentDamage) -> UInt8 {
        guard let byte = bytes.popFirst() else { throw StepContentDamage() }
        return byte
    }

    mutating func integer() throws(StepContentDamage) -> Int {
        var number: UInt = 0
        for shift in stride(from: UInt(0), to: 70, by: 7) {
            let byte = try byte()
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number) }
        }
        throw StepContentDamage()
    }

    /// Decodes a number that is not negative.
    mutating func number() throws(StepContentDamage) -> Int {
        let number = try signedNumber()
        guard number >= 0 else { throw StepContentDamage() }
        return number
    }

    /// Decodes a number within the bounds of times and revisions, with which no sum overflows.
    mutating func signedNumber() throws(StepContentDamage) -> Int {
        let number = try integer()
        guard number.magnitude < 1 << 53 else { throw StepContentDamage() }
        return number
    }

    /// Decodes the number of elements that follow, each of which has at least one byte.
    mutating func count() throws(StepContentDamage) -> Int {
        let count = try integer()
        guard (0...bytes.count).contains(count) else { throw StepContentDamage() }
        return count
    }

    mutating func uuid() throws(StepContentDamage) -> UUID {
        guard bytes.count >= 16 else { throw StepContentDamage() }
        var halves: [UInt64] = []
        for _ in 0..<2 {
            halves.append(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
            bytes.removeFirst(8)
        }
        return UUID(high: halves[0], low: halves[1])
    }

    mutating func text() throws(StepContentDamage) -> String {
        let length = try count()
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self) else {
            throw StepContentDamage()
        }
        bytes.removeFirst(length)
        return text
    }

    mutating func change() throws(StepContentDamage) -> StepChange {
        guard let action = StepChange.Action(rawValue: try byte()) else {
            throw StepContentDamage()
        }
        var change = StepChange(action, of: try uuid(), before: try number())
        let content = try number()
        change.content = content == 0 ? nil : content - 1
        if action == .edit { change.former = try former() }
        return change
    }

    private mutating func former() throws(StepContentDamage) -> FormerValues {
        let flags = try byte()
        var former = FormerValues()
        if flags & 1 != 0 { former.text = try uuid() }
        if flags & 2 != 0 { former.starred = flags & 4 != 0 }
        if flags & 8 != 0 { former.notebook = try uuid() }
        if flags & 16 != 0 {
            var tags: [FormerValues.TagName] = []
            for _ in 0..<(try count()) {
                let uuid = try uuid()
                tags.append(FormerValues.TagName(uuid: uuid, name: try text()))
            }
            former.tags = tags
        }
        if flags & 32 != 0 {
            let milliseconds = Int64(try signedNumber())
            let offset = try signedNumber()
            let zone = try text()
            former.moment = ZonedInstant(
                milliseconds: milliseconds,
                offsetMinutes: offset,
                zone: zone,
                localDay: try text()
            )
        }
        return former
    }
}
