// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The answer to one request.
package struct Response: Sendable, Equatable {
    /// The request's id, or nil when the request showed none that could be read.
    package var id: RequestID?
    /// What the method returned, or why it failed.
    package var outcome: Result<JSON, ProtocolError>

    /// Answers a request.
    package init(id: RequestID?, _ outcome: Result<JSON, ProtocolError>) {
        self.id = id
        self.outcome = outcome
    }

    /// The line without its newline.
    package var line: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// Appends the line without its newline.
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
