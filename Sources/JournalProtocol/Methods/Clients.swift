// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the open connections of the daemon.
package struct Clients: MethodCall {
    package static let method = MethodName.clients

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The open connections.
    package struct Reply: ProtocolObject, Equatable {
        /// The connections in the order in which they were opened.
        package var clients: [ClientRecord]

        /// Creates a reply.
        package init(clients: [ClientRecord]) { self.clients = clients }

        /// The reply without the ids of the subscriptions and lists that do not fit into a reply of
        /// the target length.
        package var bounded: Reply {
            var size = 0
            return Reply(
                clients: clients.map { client in
                    let ids = (client.subscriptions + client.lists).map(\.json)
                    let length = JSON.array(ids).serialized().count
                    guard size + length <= Limits.replyContent else {
                        var truncated = client
                        truncated.subscriptions = []
                        truncated.lists = []
                        truncated.truncated = true
                        return truncated
                    }
                    size += length
                    return client
                }
            )
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            clients = try fields.sent("clients", \.clients, ifAbsent: [])
        }
    }
}
