// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Request {
    /// Parses a line of the framing `channel`: `[number, request]`.
    ///
    /// The number is the id of the request, or 0 for a notification. The request needs no `jsonrpc`
    /// and no `id`.
    package init(channelLine line: [UInt8]) throws(Fault) {
        let message: JSON
        do {
            message = try JSON.parse(line)
        } catch {
            throw Fault(error: ProtocolError(error))
        }
        guard case .array(let parts) = message, parts.count == 2,
            case .integer(let number) = parts[0], case .object(var object) = parts[1]
        else {
            throw Self.channelFault(nil, "expected [number, request]")
        }
        let id: RequestID? = number == 0 ? nil : .integer(number)
        if let own = object["id"], own != (id?.json ?? .null) {
            throw Self.channelFault(id, "the id must be the number before the request, or absent")
        }
        object["id"] = id?.json
        if object["jsonrpc"] == nil { object["jsonrpc"] = "2.0" }
        try self.init(message: .object(object))
    }

    private static func channelFault(_ id: RequestID?, _ message: String) -> Fault {
        Fault(id: id, error: ProtocolError(.requestInvalid, message))
    }
}
