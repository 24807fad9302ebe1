// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import FoundationEssentials

/// A request to a hub in another process: a line of JSON, and the bytes of an object after it.
struct WireRequest: Codable, Equatable {
    /// The operations.
    enum Operation: String, Codable {
        case hello
        case create
        case spaces
        case list
        case get
        case put
        case delete
        case wait
    }

    var op: Operation
    /// The version of the protocol, of a `hello`.
    var version: Int?
    /// The address of the hub, of a `hello` to a process that serves any.
    var url: String?
    var name: String?
    var prefix: String?
    /// The digits of the mark of a listing.
    var mark: String?
    /// The time to wait.
    var milliseconds: Int?
    /// The number of bytes after the line.
    var tail: Int?
}

/// The reply to a request: a line of JSON, and the bytes of an object or a listing after it.
struct WireReply: Codable, Equatable {
    /// The name of the protocol and its version, in the reply to `hello`.
    var hub: String?
    var version: Int?
    /// The time of the hub in milliseconds since 1970.
    var time: Int64?
    /// Whether the object does not exist.
    var absent: Bool?
    /// The kind of an error, with its message.
    var error: String?
    var message: String?
    /// The number of bytes after the line.
    var tail: Int?
}

extension WireReply {
    /// Creates the reply for an error.
    init(_ error: HubError) {
        self.error = error.code.rawValue
        message = error.message
    }
}

/// The limits and names of the protocol.
enum Wire {
    static let name = "swiftdata-hub"
    static let version = 1
    /// The maximum length of a line without its end.
    static let lineLength = 8 << 10
    /// The maximum length of a listing.
    static let listingLength =
        HubLimits.objectCount
        * (64 + HubLimits.wordCount * (HubLimits.wordLength + 1))

    /// Returns a message as a line.
    static func line(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A message of strings and numbers is always encoded.
        let data = (try? encoder.encode(message)) ?? Data("{}".utf8)
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }

    /// Parses a line; nil if it is not the message.
    static func message<Message: Decodable>(
        _ type: Message.Type,
        from line: [UInt8]
    ) -> Message? {
        try? JSONDecoder().decode(type, from: Data(line))
    }

    /// Returns the names and sizes of a listing, a line for each.
    static func bytes(_ listing: HubListing) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in listing.items { bytes += "\(item.size) \(item.name)\n".utf8 }
        return bytes
    }

    /// Parses names and sizes; nil if they are not a listing of a prefix.
    ///
    /// - Throws: `HubError` with the code `.limit` if there are too many.
    static func listing(
        _ bytes: [UInt8],
        of prefix: HubPrefix,
        time: Int64
    ) throws(HubError) -> HubListing? {
        let newline = UInt8(ascii: "\n")
        try HubLimits.check(count: bytes.count { $0 == newline }, of: "\(prefix)")
        var items: [HubListing.Item] = []
        for line in bytes.split(separator: newline) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count == 2, let size = Int(String(decoding: words[0], as: UTF8.self)),
                let name = HubName(String(decoding: words[1], as: UTF8.self)), size >= 0,
                prefix.contains(name)
            else { return nil }
            items.append(HubListing.Item(name: name, size: size))
        }
        return HubListing(items: items, time: time)
    }
}
