// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Finds the objects of entries in a JSON file that arrives in pieces, without keeping the file.
///
/// The file is one object per line; an array; or an object with the member `entries`, an array. An
/// object with the member `notebooks` contains such objects with a `name`.
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

    private static let longest = 64 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var scopes = [Scope.file]
    private var found: [Element] = []
    private var foundIndex = 0
    private var line = 1
    private var isFinished = false
    private var failure: RecordProblem?

    // The object that is being read; empty between objects.
    private var element: [UInt8] = []
    private var elementLine = 1
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var stringStart = 0
    private var keyRange = 0..<0
    /// Whether the object is the rest of a document, which is no entry.
    private var isRest = false

    mutating func append(_ piece: ArraySlice<UInt8>) {
        for byte in piece where failure == nil {
            if element.isEmpty { between(byte) } else { within(byte) }
            if byte == 0x0A { line += 1 }
        }
    }

    mutating func finish() {
        guard failure == nil, !isFinished else { return }
        isFinished = true
        if !element.isEmpty, !isRest {
            failure = RecordProblem(
                line: elementLine,
                "the file ends within the object that begins here; it is incomplete",
                isFinal: true
            )
        } else if scopes.count > 1 || isRest {
            failure = RecordProblem(
                line: line,
                "the file ends before the array of entries does; it is incomplete",
                isFinal: true
            )
        }
    }

    /// Returns the next object.
    mutating func next() throws(RecordProblem) -> Element? {
        if foundIndex < found.count {
            defer { foundIndex += 1 }
            return found[foundIndex]
        }
        found.removeAll(keepingCapacity: true)
        foundIndex = 0
        if let failure { throw failure }
        return nil
    }

    private mutating func between(_ byte: UInt8) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case UInt8(ascii: ",") where scopes.count > 1: break
        case UInt8(ascii: "{"): begin()
        case UInt8(ascii: "["):
            if scopes == [.file] { scopes.append(.entries) } else { reject(byte) }
        case UInt8(ascii: "]"): endArray()
        // The mark at the beginning of files of some programs.
        case _ where Self.byteOrderMark.contains(byte) && line == 1 && scopes == [.file]: break
        default: reject(byte)
        }
    }

    private mutating func begin() {
        element = [UInt8(ascii: "{")]
        elementLine = line
        depth = 1
        isRest = false
        keyRange = 0..<0
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
        element.append(byte)
        guard element.count <= Self.longest else {
            failure = RecordProblem(
                line: elementLine,
                "the object that begins here exceeds \(Self.longest) bytes",
                isFinal: true
            )
            return
        }
        if isInString { return inString(byte) }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            stringStart = element.count - 1
        case UInt8(ascii: "["):
            if !isDocument() { depth += 1 }
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 0 { end() }
        case UInt8(ascii: ",") where depth == 1: keyRange = 0..<0
        default: break
        }
    }

    private mutating func inString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if depth == 1, keyRange.isEmpty { keyRange = stringStart..<element.count }
        }
    }

    private mutating func end() {
        if isRest {
            scopes.removeLast()
        } else {
            var notebook: String?
            for case .document(let name?) in scopes { notebook = name }
            found.append(Element(bytes: element, line: elementLine, notebook: notebook))
        }
        element.removeAll(keepingCapacity: true)
        isRest = false
    }

    /// Whether the bracket that was read begins the entries of a document; its elements are then
    /// read one by one.
    private mutating func isDocument() -> Bool {
        guard depth == 1, scopes.last != .entries else { return false }
        let scope: Scope
        switch String(decoding: element[keyRange], as: UTF8.self) {
        case "\"entries\"": scope = .entries
        case "\"notebooks\"": scope = .notebooks
        default: return false
        }
        if !isRest { scopes.append(.document(documentName)) }
        scopes.append(scope)
        element.removeAll(keepingCapacity: true)
        isRest = false
        depth = 0
        return true
    }

    /// The `name` in the members before the entries.
    private var documentName: String? {
        var members = Array(element[..<keyRange.lowerBound])
        while let last = members.last, last != UInt8(ascii: "{"), last != UInt8(ascii: ",") {
            members.removeLast()
        }
        if members.last == UInt8(ascii: ",") { members.removeLast() }
        members.append(UInt8(ascii: "}"))
        return (try? JSON.parse(members))?["name"]?.stringValue
    }

    private mutating func reject(_ byte: UInt8) {
        failure = RecordProblem(
            line: line,
            "unexpected '\(Character(UnicodeScalar(byte)))'; expected an object with an entry",
            isFinal: true
        )
    }
}
