// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A method call from a client; without an id, a JSON-RPC notification that gets no response.
package struct Request: Sendable, Equatable {
    /// The id that the response repeats, or nil for a notification.
    package var id: RequestID?
    /// The wire name of the method.
    package var method: String
    /// The parameters: an object, or null for none.
    package var params: JSON

    /// Creates a request for any method, including one unknown to this version.
    package init(id: RequestID?, method: String, params: JSON = .null) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// Creates a request from a typed method call.
    package init<Call: MethodCall>(id: RequestID?, call: Call) {
        self.init(id: id, method: Call.method.rawValue, params: call.json)
    }

    /// The reason why a line is not a valid request, with the id for the error response if one was
    /// found.
    package struct Fault: Error, Equatable {
        /// The id of the invalid request, or nil if it has no valid one.
        package var id: RequestID?
        /// The error to respond with.
        package var error: ProtocolError

        /// The error response for the invalid request.
        package var response: Response { Response(id: id, outcome: .failure(error)) }
    }

    /// Parses a line, given without its newline.
    package init(line: [UInt8]) throws(Fault) {
        let message: JSON
        do {
            message = try JSON.parse(line)
        } catch {
            throw Fault(error: ProtocolError(error))
        }
        try self.init(message: message)
    }

    /// Decodes a request from a parsed JSON message.
    package init(message: JSON) throws(Fault) {
        guard case .object(let object) = message else { throw Self.notAnObject(message) }
        if let json = object["id"] {
            do {
                id = try RequestID(json: json)
            } catch {
                throw Self.fault(nil, "id: \(error.problem)")
            }
        }
        guard object["jsonrpc"] == .string("2.0") else {
            throw Self.fault(id, "the member \"jsonrpc\" must be \"2.0\"")
        }
        guard case .string(let name)? = object["method"] else {
            throw Self.fault(id, "the member \"method\" must be a string")
        }
        method = name
        switch object["params"] {
        case nil, .null?: params = .null
        case .object(let members)?: params = .object(members)
        case let other?:
            let error = InvalidParams(expected: "an object", found: other).error
            throw Fault(id: id, error: error)
        }
    }

    /// The request serialized as one line, without the newline.
    package var line: [UInt8] {
        var object = JSONObject()
        object.append("jsonrpc", "2.0")
        object.append("id", id)
        object.append("method", method)
        if params != .null { object.append("params", params) }
        return JSON.object(object).serialized()
    }

    private static func notAnObject(_ message: JSON) -> Fault {
        guard case .array = message else {
            return fault(nil, "a request must be an object, not \(message.kindWord)")
        }
        return fault(nil, "arrays of requests are not supported; use the method \"batch\"")
    }

    private static func fault(_ id: RequestID?, _ message: String) -> Fault {
        Fault(id: id, error: ProtocolError(.requestInvalid, message))
    }
}
