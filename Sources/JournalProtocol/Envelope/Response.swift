// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The response to one request.
package struct Response: Sendable, Equatable {
    /// The id of the request, or nil if the request had no readable id.
    package var id: RequestID?
    /// The result of the method, or its error.
    package var outcome: Result<JSON, ProtocolError>

    /// Creates the response to the request with the given id.
    package init(id: RequestID?, outcome: Result<JSON, ProtocolError>) {
        self.id = id
        self.outcome = outcome
    }

    /// The response serialized as one line, without the newline.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends the serialized response without a newline.
    package func append(to bytes: inout [UInt8]) {
        var object = JSONObject()
        object.append("jsonrpc", "2.0")
        object.append("id", id?.json ?? .null)
        switch outcome {
        case .success(let result): object.append("result", result)
        case .failure(let error): object.append("error", error)
        }
        JSON.object(object).append(to: &bytes)
    }
}
