// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The bytes of an object while it is decoded.
///
/// All encodings other than the one that `ByteWriter` chooses are rejected, so that one content
/// has one name.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0
    private var names: [String]
    private var knownNames: Set<String> = []
    private var nodes: [NodeID]
    private var knownNodes: Set<NodeID> = []
    private var time: UInt64 = 0

    /// Creates the beginning of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - names: The names that have a number already.
    ///   - nodes: The nodes that have a number already.
    init(_ bytes: [UInt8], names: [String] = [], nodes: [NodeID] = []) {
        self.bytes = bytes
        self.names = names
        self.nodes = nodes
    }

    private var remaining: Int { bytes.count - position }
    /// Whether all bytes are read.
    var isAtEnd: Bool { remaining == 0 }

    /// Returns the error of bytes that are not as expected.
    func damaged(_ problem: String) -> SyncError {
        SyncError(
            .damaged,
            message: "invalid object: \(problem) at byte \(position); fetch it again"
        )
    }

    mutating func byte() throws(SyncError) -> UInt8 {
        guard remaining > 0 else { throw damaged("unexpected end") }
        position += 1
        return bytes[position - 1]
    }

    mutating func number() throws(SyncError) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let next = try byte()
            let part = UInt64(next & 0x7F)
            guard shift < 63 || next <= 1 else { throw damaged("number of more than 64 bits") }
            result |= part << shift
            if next & 0x80 == 0 {
                guard shift == 0 || next != 0 else { throw damaged("number with leading zeros") }
                return result
            }
        }
        throw damaged("number of more than 64 bits")
    }

    mutating func signedNumber() throws(SyncError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1)))
    }

    /// Reads the number of elements that follow, each of at least one byte.
    mutating func count() throws(SyncError) -> Int {
        let number = try number()
        guard number <= UInt64(remaining) else { throw damaged("length \(number)") }
        return Int(number)
    }

    mutating func fixedNumber() throws(SyncError) -> UInt64 {
        guard remaining >= 8 else { throw damaged("unexpected end") }
        var result: UInt64 = 0
        for _ in 0..<8 { result = result << 8 | UInt64(try byte()) }
        return result
    }

    mutating func content() throws(SyncError) -> [UInt8] { try fixed(count: try count()) }

    mutating func fixed(count: Int) throws(SyncError) -> [UInt8] {
        guard remaining >= count else { throw damaged("unexpected end") }
        position += count
        return Array(bytes[position - count..<position])
    }

    /// Reads all bytes that are left.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    mutating func text() throws(SyncError) -> String {
        guard let text = String(validating: try content(), as: UTF8.self) else {
            throw damaged("text that is not UTF-8")
        }
        return text
    }

    mutating func name() throws(SyncError) -> String {
        let index = try number()
        guard index == 0 else {
            guard index <= UInt64(names.count) else { throw damaged("unknown name \(index)") }
            return names[Int(index) - 1]
        }
        let name = try text()
        guard knownNames.insert(name).inserted else { throw damaged("repeated name") }
        names.append(name)
        return name
    }

    mutating func node() throws(SyncError) -> NodeID {
        let index = try number()
        guard index == 0 else {
            guard index <= UInt64(nodes.count) else { throw damaged("unknown node \(index)") }
            return nodes[Int(index) - 1]
        }
        let node = NodeID(rawValue: try fixedNumber())
        guard knownNodes.insert(node).inserted else { throw damaged("repeated node") }
        nodes.append(node)
        return node
    }

    mutating func hybridTime() throws(SyncError) -> HybridTime {
        time = time &+ UInt64(bitPattern: try signedNumber())
        return HybridTime(rawValue: time)
    }

    mutating func clock() throws(SyncError) -> HybridClock {
        HybridClock(time: try hybridTime(), node: try node(), level: try byte())
    }

    /// Throws if bytes are left.
    func expectEnd() throws(SyncError) {
        guard remaining == 0 else { throw damaged("\(remaining) more bytes than expected") }
    }
}
