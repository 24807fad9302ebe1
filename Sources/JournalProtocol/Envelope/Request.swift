// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A call from a client; without an id it is a notification, which is never answered.
package struct Request: Sendable, Equatable {
    /// The name that the reply carries.
    package var id: RequestID?
    /// Which method is called.
    package var method: String
    /// An object, or null for none.
    package var params: JSON

    /// Makes a call of whatever method.
    package init(id: RequestID?, method: String, params: JSON = .null) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// Makes a call of a method this version knows.
    package init<Call: MethodCall>(id: RequestID?, _ call: Call) {
        self.init(id: id, method: Call.method.rawValue, params: call.json)
    }

    /// Why a line is not a request, and whom to tell: the reply's id is null when it has none.
    package struct Fault: Error, Equatable {
        /// The id, as far as the line showed a valid one.
        package var id: RequestID?
        /// What to answer.
        package var error: ProtocolError

        /// The reply to send.
        package var response: Response { Response(id: id, .failure(error)) }
    }

    /// Reads a line without its newline.
    package init(line: [UInt8]) throws(Fault) {
        let message: JSON
        do {
            message = try JSON.parse(line)
        } catch {
            throw Fault(error: ProtocolError(error))
        }
        try self.init(message: message)
    }

    /// Reads a parsed line.
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

    /// The line without its newline.
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
            return fault(nil, "a request is an object, not \(message.kindWord)")
        }
        return fault(nil, "arrays of requests are not served: call \"batch\" for one transaction")
    }

    private static func fault(_ id: RequestID?, _ message: String) -> Fault {
        Fault(id: id, error: ProtocolError(.requestInvalid, message))
    }
}
