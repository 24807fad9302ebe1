// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error reply to a request.
struct MCPError: Error, Equatable {
    /// The codes of JSON-RPC and of the Model Context Protocol.
    enum Code: Int {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        case resourceNotFound = -32002
    }

    var code: Code
    var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
