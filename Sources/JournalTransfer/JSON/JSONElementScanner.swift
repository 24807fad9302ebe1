// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Finds the objects of entries in a JSON file that arrives in pieces, without keeping the file.
///
/// The file is one object per line; an array; or an object with the member `entries`, an array. An
/// object with the member `notebooks` contains such objects with a `name`.
///
/// In a file of lines, the scan continues after a problem with the next line; after an object that
/// does not end, with the next line that begins an object. In an array, the end of what cannot be
/// read is unknown, so a problem there is the last one of the file.
struct JSONElementScanner {
    /// An object and its place in the file.
    struct Element {
        var bytes: [UInt8]
        var line: Int
        /// The `name` of the object that contains the entries.
        var notebook: String?
    }

    /// The part of the file in which the scanner is, between two objects.
    private enum Scope: Equatable {
        /// Outside of all values.
        case file
        /// In an array of entries.
        case entries
        /// In an array of objects that contain entries.
        case notebooks
        /// In an object, after the array that makes it a document.
        case document(String?)
    }

    /// The bytes that are skipped after a problem in a file of lines.
    private enum Skipping {
        /// The rest of the line.
        case line
        /// The lines before the next one that begins an object.
        case object
    }

    private static let longest = 64 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var scopes = [Scope.file]
    private var found: [Result<Element, RecordProblem>] = []
    private var foundIndex = 0
    private var line = 1
    private var isLineStart = true
    private var isFinished = false
    /// Whether the rest of the file cannot be read.
    private var hasFailed = false
    /// Whether an object outside of all arrays was found, so that no array of entries follows.
    private var hasLines = false
    private var skipping: Skipping?

    /// The object that is being read; empty between objects.
    private var object = PartialJSONObject()
    private var objectLine = 1
    /// Whether the object is the rest of a document, which is no entry.
    private var isRest = false

    mutating func append(_ piece: ArraySlice<UInt8>) {
        for byte in piece { read(byte) }
    }

    mutating func finish() {
        guard !hasFailed, !isFinished else { return }
        isFinished = true
        let problem = "the file ends within the object that begins here; it is incomplete"
        while isInLines, !object.isEmpty { giveUp(problem) }
        guard !hasFailed else { return }
        if !object.isEmpty, !isRest {
            fail(RecordProblem(line: objectLine, problem))
        } else if scopes.count > 1 || isRest {
            let problem = "the file ends before the array of entries does; it is incomplete"
            fail(RecordProblem(line: line, problem))
        }
    }

    /// Returns the next object.
    mutating func next() throws(RecordProblem) -> Element? {
        if foundIndex < found.count {
            defer { foundIndex += 1 }
            return try found[foundIndex].get()
        }
        found.removeAll(keepingCapacity: true)
        foundIndex = 0
        return nil
    }

    private mutating func read(_ byte: UInt8) {
        guard !hasFailed else { return }
        take(byte)
        isLineStart = byte == 0x0A
        if isLineStart { line += 1 }
    }

    private mutating func take(_ byte: UInt8) {
        if skipping != nil {
            skip(byte)
        } else if object.isEmpty {
            between(byte)
        } else {
            within(byte)
        }
    }

    private mutating func between(_ byte: UInt8) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case UInt8(ascii: ",") where scopes.count > 1: break
        case UInt8(ascii: "{"): begin()
        case UInt8(ascii: "["):
            if isInLines, !hasLines { scopes.append(.entries) } else { reject(byte) }
        case UInt8(ascii: "]"): endArray()
        // The mark at the beginning of files of some programs.
        case _ where Self.byteOrderMark.contains(byte) && line == 1 && isInLines: break
        default: reject(byte)
        }
    }

    private mutating func begin() {
        object.begin()
        objectLine = line
        isRest = false
    }

    private mutating func endArray() {
        guard scopes.last == .entries || scopes.last == .notebooks else {
            return reject(UInt8(ascii: "]"))
        }
        scopes.removeLast()
        guard case .document = scopes.last else { return }
        begin()
        isRest = true
    }

    private mutating func within(_ byte: UInt8) {
        if object.bytes.count >= Self.longest {
            return end("the object that begins here exceeds \(Self.longest) bytes", before: byte)
        }
        if isInLines, object.isBroken(before: byte, atLineStart: isLineStart) {
            return end("the object that begins here is incomplete", before: byte)
        }
        let isArray = object.beginsMember(with: byte)
        object.append(byte)
        if isArray { beginDocument() } else if object.isComplete { end() }
    }

    private mutating func end() {
        if isRest {
            scopes.removeLast()
        } else {
            var notebook: String?
            for case .document(let name?) in scopes { notebook = name }
            found.append(
                .success(Element(bytes: object.bytes, line: objectLine, notebook: notebook))
            )
            if isInLines { hasLines = true }
        }
        object.removeAll()
        isRest = false
    }

    /// Reads the elements of the array that begins one by one if it makes the object a document.
    private mutating func beginDocument() {
        guard scopes.last != .entries else { return }
        let scope: Scope
        switch object.key {
        case "\"entries\"": scope = .entries
        case "\"notebooks\"": scope = .notebooks
        default: return
        }
        if !isRest { scopes.append(.document(object.members["name"]?.stringValue)) }
        scopes.append(scope)
        object.removeAll()
        isRest = false
    }

    // MARK: Problems

    /// Whether the scanner is outside of all arrays of entries, where objects are on lines.
    private var isInLines: Bool { scopes.count == 1 }

    private mutating func reject(_ byte: UInt8) {
        let character = Character(UnicodeScalar(byte))
        let problem = "unexpected '\(character)'; expected an object with an entry"
        guard isInLines else { return failInArray(line, problem: problem) }
        found.append(.failure(RecordProblem(line: line, problem)))
        skipping = .line
    }

    /// Ends the object before a byte, with a problem.
    private mutating func end(_ problem: String, before byte: UInt8) {
        guard isInLines else { return failInArray(objectLine, problem: problem) }
        giveUp(problem)
        if !hasFailed { take(byte) }
    }

    /// Discards the object that is being read; its lines after the first are read again, because
    /// they may have objects of their own.
    private mutating func giveUp(_ problem: String) {
        found.append(.failure(RecordProblem(line: objectLine, problem)))
        let bytes = object.bytes
        object = PartialJSONObject()
        line = objectLine
        isLineStart = false
        skipping = .object
        for byte in bytes { read(byte) }
    }

    private mutating func skip(_ byte: UInt8) {
        if skipping == .line, byte == 0x0A {
            skipping = nil
        } else if skipping == .object, isLineStart, byte == UInt8(ascii: "{") {
            skipping = nil
            begin()
        }
    }

    private mutating func failInArray(_ line: Int, problem: String) {
        fail(RecordProblem(line: line, "\(problem); the rest of the file cannot be read"))
    }

    private mutating func fail(_ problem: RecordProblem) {
        found.append(.failure(problem))
        object = PartialJSONObject()
        hasFailed = true
    }
}
