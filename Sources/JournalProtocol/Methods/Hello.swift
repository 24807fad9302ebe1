// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Negotiates the protocol version and returns the daemon's capabilities and limits; optional.
package struct Hello: MethodCall {
    package static let method = MethodName.hello

    /// The name of the client program, for `status` and logs.
    package var clientName: String?
    /// The version of the client program.
    package var clientVersion: String?
    /// The protocol versions that the client supports; an empty array accepts any.
    package var protocolVersions: [Int]
    /// The capabilities that the client requires.
    package var required: [String]

    /// Creates a request.
    package init(
        clientName: String? = nil,
        clientVersion: String? = nil,
        protocolVersions: [Int] = [],
        required: [String] = []
    ) {
        self.clientName = clientName
        self.clientVersion = clientVersion
        self.protocolVersions = protocolVersions
        self.required = required
    }

    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        let client = try fields.optional("client", as: ClientName.self)
        clientName = client?.name
        clientVersion = client?.version
        protocolVersions = try fields.array("protocol") ?? []
        required = try fields.array("require") ?? []
    }

    package var json: JSON {
        var object = JSONObject()
        if clientName != nil || clientVersion != nil {
            object.append("client", ClientName(name: clientName, version: clientVersion))
        }
        object.append("protocol", each: protocolVersions.isEmpty ? nil : protocolVersions)
        object.append("require", each: required.isEmpty ? nil : required)
        return .object(object)
    }
}

private struct ClientName: JSONConvertible {
    var name: String?
    var version: String?

    init(name: String?, version: String?) {
        self.name = name
        self.version = version
    }

    init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        name = try Self.text("name", of: fields)
        version = try Self.text("version", of: fields)
    }

    /// Returns a text that is short enough to be repeated for every connection by `clients`.
    private static func text(
        _ key: String,
        of fields: JSONFields
    ) throws(InvalidParams) -> String? {
        let text: String? = try fields.optional(key)
        if let text, text.utf8.count > Limits.clientName {
            throw InvalidParams("expected at most \(Limits.clientName) bytes").under(key)
        }
        return text
    }

    var json: JSON {
        var object = JSONObject()
        object.append("name", name)
        object.append("version", version)
        return .object(object)
    }
}

extension Hello {
    /// The daemon's version, capabilities and limits.
    package struct Reply: JSONConvertible, Equatable {
        /// The daemon's name.
        package var server: String
        /// The daemon's version.
        package var version: String
        /// The protocol version that the daemon uses.
        package var protocolVersion: Int
        /// The features beyond the first version of the protocol.
        package var capabilities: [Capability]
        /// The identity of the store's history.
        package var epoch: String
        /// The current position in the history.
        package var cursor: Cursor
        /// The values of `Limits`, keyed by their wire names.
        package var limits: [String: Int]
        /// The process id of the daemon.
        package var pid: Int
        /// Whether a long write makes progress, for which other writes may have to wait.
        package var isWorking: Bool

        /// Creates a reply.
        package init(
            server: String = "journal-daemon",
            version: String,
            protocolVersion: Int = Protocol.version,
            capabilities: [Capability] = [],
            epoch: String,
            cursor: Cursor,
            limits: [String: Int] = Limits.table,
            pid: Int,
            isWorking: Bool = false
        ) {
            self.server = server
            self.version = version
            self.protocolVersion = protocolVersion
            self.capabilities = capabilities
            self.epoch = epoch
            self.cursor = cursor
            self.limits = limits
            self.pid = pid
            self.isWorking = isWorking
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            server = try fields.required("server")
            version = try fields.required("version")
            protocolVersion = try fields.required("protocol")
            capabilities = try fields.array("capabilities") ?? []
            epoch = try fields.required("epoch")
            cursor = try fields.required("cursor")
            limits = try fields.optional("limits", as: LimitTable.self)?.values ?? [:]
            pid = try fields.required("pid")
            isWorking = try fields.optional("working") ?? false
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("server", server)
            object.append("version", version)
            object.append("protocol", protocolVersion)
            object.append("capabilities", each: capabilities)
            object.append("epoch", epoch)
            object.append("cursor", cursor)
            object.append("limits", LimitTable(values: limits))
            object.append("pid", pid)
            object.append("working", isWorking ? true : nil)
            return .object(object)
        }
    }
}

private struct LimitTable: JSONConvertible {
    var values: [String: Int]

    init(values: [String: Int]) { self.values = values }

    init(json: JSON) throws(InvalidParams) {
        guard case .object(let object) = json else {
            throw InvalidParams(expected: "an object", found: json)
        }
        let pairs = object.members.compactMap { member in
            member.value.integerValue.map { (member.key, Int($0)) }
        }
        values = Dictionary(pairs) { $1 }
    }

    var json: JSON {
        let members = values.sorted { $0.key < $1.key }
            .map { JSONObject.Member(key: $0.key, value: $0.value.json) }
        return .object(JSONObject(members))
    }
}
