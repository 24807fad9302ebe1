// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension Request {
    /// The parts of the request that have no effect.
    var warnings: [RequestWarning] {
        guard params != .null, let method = MethodName(rawValue: method) else { return [] }
        return RequestWarning.unknownMembers(of: params, method: method)
    }
}

extension ProtocolError {
    /// Returns the error with warnings in its `data`.
    func with(_ warnings: [RequestWarning]) -> ProtocolError {
        guard !warnings.isEmpty else { return self }
        var error = self
        error.details["warnings"] = .array(warnings.map(\.json))
        return error
    }
}

extension Result<JSON, ProtocolError> {
    /// Returns the outcome with warnings: as a member of the result, or in the `data` of the
    /// error.
    func with(_ warnings: [RequestWarning]) -> Self {
        guard !warnings.isEmpty else { return self }
        switch self {
        case .success(.object(var object)):
            object["warnings"] = .array(warnings.map(\.json))
            return .success(.object(object))
        case .success: return self
        case .failure(let error): return .failure(error.with(warnings))
        }
    }
}
