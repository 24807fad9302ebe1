// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// The connections that a daemon hands over to the next one, as it stores them.
///
/// The next daemon may be of another version. It continues the connections only if it can read the
/// version of the state and has the same version of the protocol. If it cannot decode a member, it
/// closes all of them.
struct HandoverState: Equatable {
    /// The version of the format: in version 1, no subscription is within the changes of a commit.
    static let version = 2
    /// The versions that are read.
    private static let readableVersions = 1...version

    /// The identity of the history in which the positions are.
    var epoch: String
    /// The last number that was assigned to a connection.
    var lastNumber: Int
    var connections: [Connection]

    /// A connection that has no request in flight.
    struct Connection: Equatable {
        var number: Int
        /// The framing; nil before the first message.
        var framing: Framing?
        /// The bytes that were received and not decoded, from the start of a message.
        var input: [UInt8]
        /// The bytes that were not sent, which may begin within a message.
        var output: [UInt8]
        var openedAt: Timestamp
        var clientName: String?
        var clientVersion: String?
        var subscriptions: [Subscription]
        var lists: [List]
        /// Whether it receives the state of the synchronization when that changes.
        var followsSync = false
    }

    /// A subscription.
    struct Subscription: Equatable {
        var id: RequestID
        var request: Subscribe
        var position: SubscriptionStateMachine.Position
    }

    /// A live list.
    struct List: Equatable {
        var id: RequestID
        var request: ListOpen
        /// The commit at which the rows are those that the client has.
        var position: Int64
        /// The entries that the list keeps, by time.
        var rows: [ListRow.Fingerprint]
    }
}

// MARK: - JSON

extension HandoverState: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        let version: Int = try fields.required("version")
        let protocolVersion: Int = try fields.required("protocol")
        guard Self.readableVersions.contains(version), protocolVersion == Protocol.version else {
            throw InvalidParams(
                "expected version 1 to \(Self.version) with protocol \(Protocol.version), got "
                    + "version \(version) with protocol \(protocolVersion)"
            )
        }
        epoch = try fields.required("epoch")
        lastNumber = try fields.required("lastNumber")
        connections = try fields.array("connections") ?? []
    }

    var json: JSON {
        var object = JSONObject()
        object.append("version", Self.version)
        object.append("protocol", Protocol.version)
        object.append("epoch", epoch)
        object.append("lastNumber", lastNumber)
        object.append("connections", each: connections)
        return .object(object)
    }
}

extension HandoverState.Connection: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        number = try fields.required("number")
        framing = try fields.optional("framing")
        input = try fields.optional("input", as: Base64.self)?.bytes ?? []
        output = try fields.optional("output", as: Base64.self)?.bytes ?? []
        openedAt = try fields.required("openedAt")
        clientName = try fields.optional("name")
        clientVersion = try fields.optional("clientVersion")
        subscriptions = try fields.array("subscriptions") ?? []
        lists = try fields.array("lists") ?? []
        followsSync = try fields.optional("followsSync") ?? false
    }

    var json: JSON {
        var object = JSONObject()
        object.append("number", number)
        object.append("framing", framing)
        object.append("input", input.isEmpty ? nil : Base64(input))
        object.append("output", output.isEmpty ? nil : Base64(output))
        object.append("openedAt", openedAt)
        object.append("name", clientName)
        object.append("clientVersion", clientVersion)
        object.append("subscriptions", each: subscriptions.isEmpty ? nil : subscriptions)
        object.append("lists", each: lists.isEmpty ? nil : lists)
        object.append("followsSync", followsSync ? true : nil)
        return .object(object)
    }
}

extension HandoverState.Subscription: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        request = try fields.required("request")
        position = try fields.required("position")
    }

    var json: JSON { ["id": id.json, "request": request.json, "position": position.json] }
}

extension HandoverState.List: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        request = try fields.required("request")
        position = try fields.required("position")
        rows = try fields.array("rows") ?? []
    }

    var json: JSON {
        [
            "id": id.json, "request": request.json, "position": position.json,
            "rows": .array(rows.map(\.json)),
        ]
    }
}

extension SubscriptionStateMachine.Position: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        settled = try fields.required("settled")
        reported = try fields.required("reported")
        isInSnapshot = try fields.optional("isInSnapshot") ?? false
        mayHaveOtherStates = try fields.optional("mayHaveOtherStates") ?? true
        isOpen = try fields.optional("isOpen") ?? false
        place = try fields.optional("place")
        delivered = [:]
        guard case .object(let members)? = json["delivered"] else { return }
        for member in members.members { delivered[member.key] = try Int64(json: member.value) }
    }

    var json: JSON {
        var object = JSONObject()
        object.append("settled", settled)
        object.append("reported", reported)
        object.append("isInSnapshot", isInSnapshot ? true : nil)
        object.append("mayHaveOtherStates", mayHaveOtherStates)
        object.append("isOpen", isOpen ? true : nil)
        object.append("place", place)
        let members = delivered.map { JSONObject.Member(key: $0.key, value: $0.value.json) }
        object.append("delivered", members.isEmpty ? nil : JSON.object(JSONObject(members)))
        return .object(object)
    }
}

extension HistoryReplay.Place: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        var start: HistoryPlace?
        if let sequence: Int64 = try fields.optional("sequence") {
            let offset: Int64? = try fields.optional("offset")
            start = HistoryPlace(sequence: sequence, offset: offset ?? 0)
        }
        self.init(
            end: try fields.required("end"),
            index: try fields.required("index"),
            start: start
        )
    }

    var json: JSON {
        var object = JSONObject()
        object.append("end", end)
        object.append("index", index)
        object.append("sequence", start?.sequence)
        object.append("offset", start?.offset)
        return .object(object)
    }
}

extension ListRow.Fingerprint: JSONConvertible {
    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        id = try fields.required("id")
        revision = try fields.required("rev")
        milliseconds = try fields.required("time")
        day = try fields.required("day")
        notebook = try fields.required("notebook")
        tags = try fields.array("tags") ?? []
        isTruncated = try fields.optional("truncated") ?? false
        digest = try fields.optional("digest")
    }

    var json: JSON {
        var object = JSONObject()
        object.append("id", id)
        object.append("rev", revision)
        object.append("time", milliseconds)
        object.append("day", day)
        object.append("notebook", notebook)
        object.append("tags", each: tags.isEmpty ? nil : tags)
        object.append("truncated", isTruncated ? true : nil)
        object.append("digest", digest)
        return .object(object)
    }
}
