// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A message from the daemon: a response or a notification.
package enum ServerMessage: Sendable, Equatable {
    case response(Response)
    case notification(ServerNotification)

    /// The reason why a line from the daemon is not a valid message.
    package struct Fault: Error, Equatable {
        /// A description of the violation.
        package var problem: String
    }

    /// Parses a line, given without its newline.
    package init(line: [UInt8]) throws(Fault) {
        let message: JSON
        do {
            message = try JSON.parse(line)
        } catch {
            throw Fault(problem: "invalid JSON: \(error)")
        }
        guard case .object(let object) = message else {
            throw Fault(problem: "expected an object, got \(message.kindWord)")
        }
        if case .string(let method)? = object["method"] {
            self = .notification(
                ServerNotification(method: method, params: object["params"] ?? .null)
            )
            return
        }
        self = .response(try Self.response(object))
    }

    private static func response(_ object: JSONObject) throws(Fault) -> Response {
        do throws(InvalidParams) {
            let fields = try JSONFields(.object(object))
            let id = try fields.optional("id", as: RequestID.self)
            if let error = try fields.optional("error", as: ProtocolError.self) {
                return Response(id: id, outcome: .failure(error))
            }
            guard let result = object["result"] else {
                throw InvalidParams("must have either \"result\" or \"error\"")
            }
            return Response(id: id, outcome: .success(result))
        } catch {
            throw Fault(problem: error.message(root: "reply"))
        }
    }
}
