// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A namespace for constants of the protocol.
package enum Protocol {
    /// The protocol version that this code implements.
    package static let version = 1
}

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

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        let client = try fields.optional("client", \.client)
        clientName = client?.name
        clientVersion = client?.version
        protocolVersions = try fields.optional("protocol", \.protocolVersions, default: [])
        required = try fields.optional("require", \.required, default: [])
    }

    private var client: ClientName? {
        guard clientName != nil || clientVersion != nil else { return nil }
        return ClientName(name: clientName, version: clientVersion)
    }
}

private struct ClientName: ProtocolObject {
    var name: String?
    var version: String?

    init(name: String?, version: String?) {
        self.name = name
        self.version = version
    }

    init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        // Short enough to be repeated for every connection by `clients`.
        name = try fields.optional("name", \.name, as: .text(0...Limits.clientName))
        version = try fields.optional("version", \.version, as: .text(0...Limits.clientName))
    }
}

extension Hello {
    /// The daemon's version, capabilities and limits.
    package struct Reply: ProtocolObject, Equatable {
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

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            server = try fields.required("server", \.server)
            version = try fields.required("version", \.version)
            protocolVersion = try fields.required("protocol", \.protocolVersion)
            capabilities = try fields.sent("capabilities", \.capabilities, ifAbsent: [])
            epoch = try fields.required("epoch", \.epoch)
            cursor = try fields.required("cursor", \.cursor)
            limits = try fields.sent("limits", \.limits, ifAbsent: [:])
            pid = try fields.required("pid", \.pid)
            isWorking = try fields.optional("working", \.isWorking, default: false)
        }
    }
}

extension [String: Int]: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        guard case .object(let object) = json else {
            throw InvalidParams(expected: "an object", found: json)
        }
        let pairs = object.members.compactMap { member in
            member.value.integerValue.map { (member.key, Int($0)) }
        }
        self = Dictionary(pairs) { $1 }
    }

    package var json: JSON {
        let members = sorted { $0.key < $1.key }
            .map { JSONObject.Member(key: $0.key, value: $0.value.json) }
        return .object(JSONObject(members))
    }
}

extension [String: Int]: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("object") }
    package static var example: JSON { ["a": 7] }
}
