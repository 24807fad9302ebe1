// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error as it travels: JSON-RPC's code and message, and our kind and details in `data`.
package struct ProtocolError: Error, Equatable {
    /// The JSON-RPC code.
    package var code: Int
    /// What failed and what to do, for a person.
    package var message: String
    /// The stable name, for a program.
    package var kind: ErrorKind
    /// Whether the same request may succeed later.
    package var retryable: Bool
    /// The members of `data` beside `kind` and `retryable`.
    package var details: JSONObject

    /// Makes an error of a known kind; code and retryable come from the table.
    package init(_ kind: ErrorKind, _ message: String, details: JSONObject = JSONObject()) {
        self.kind = kind
        self.message = Self.shortened(message)
        self.details = details
        code = kind.row?.code ?? -32603
        retryable = kind.row?.retryable ?? false
    }
}

extension ProtocolError {
    /// The longest message that is made, in bytes of UTF-8.
    package static let maximumMessageLength = 1024

    /// The message, which may quote what a peer sent, no longer than a person reads.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > maximumMessageLength else { return message }
        let beginning = message.utf8.prefix(maximumMessageLength - 4)
        return String(decoding: beginning, as: UTF8.self) + "…"
    }
}

extension ProtocolError: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        code = try fields.required("code")
        message = try fields.required("message")
        guard case .object(var data)? = try fields.optional("data", as: JSON.self) else {
            // Another JSON-RPC server may send no data: the code is all there is.
            kind = .internal
            retryable = false
            details = JSONObject()
            return
        }
        kind = ErrorKind(rawValue: data["kind"]?.stringValue ?? ErrorKind.internal.rawValue)
        retryable = data["retryable"] == .bool(true)
        data["kind"] = nil
        data["retryable"] = nil
        details = data
    }

    package var json: JSON {
        var data = JSONObject()
        data.append("kind", kind.rawValue)
        data.append("retryable", retryable)
        for member in details.members { data[member.key] = member.value }
        return ["code": code.json, "message": .string(message), "data": .object(data)]
    }
}

extension ProtocolError: CustomStringConvertible {
    package var description: String { "\(message) (\(kind))" }
}

extension ProtocolError {
    /// The error for a line that is not JSON.
    package init(_ error: JSONError) {
        let kind: ErrorKind =
            switch error.reason {
            case .invalidUTF8: .parseUTF8
            case .tooDeep: .limitDepth
            default: .parseInvalid
            }
        self.init(kind, "not JSON: \(error)", details: ["offset": error.offset.json])
    }

    /// The error for a line over the limit; the connection ends after it.
    package init(_ error: LineFramer.LineTooLong) {
        self.init(
            .limitLine,
            "a line may have \(error.limit) bytes at most",
            details: ["limit": error.limit.json]
        )
    }

    /// The error for a method nobody knows.
    package static func unknownMethod(_ name: String) -> ProtocolError {
        ProtocolError(.methodUnknown, "there is no method \"\(name)\"")
    }

    /// The error for a call of a batch that failed, and with it the whole batch.
    package static func batchFailed(index: Int, cause: ProtocolError) -> ProtocolError {
        ProtocolError(
            .batchFailed,
            "call \(index) of the batch failed, nothing was written: \(cause.message)",
            details: ["index": index.json, "cause": cause.json]
        )
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }
}
