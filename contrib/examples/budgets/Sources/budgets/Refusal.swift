// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird

/// A request that breaks a rule, and its answer.
enum Refusal: Error, Equatable {
    case invalid(String)
    case nameTaken(String)
    case unknownBudget(String)
    case overLimit(left: Int)

    var message: String {
        switch self {
        case .invalid(let reason): reason
        case .nameTaken(let name): "a budget has the name \"\(name)\" already"
        case .unknownBudget(let name): "there is no budget \"\(name)\""
        case .overLimit(let left): "the budget has \(left) cents left"
        }
    }
}

extension Refusal: HTTPResponseError {
    var status: HTTPResponse.Status {
        switch self {
        case .invalid: .unprocessableContent
        case .nameTaken, .overLimit: .conflict
        case .unknownBudget: .notFound
        }
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try HTTPError(status, message: message).response(from: request, context: context)
    }
}
