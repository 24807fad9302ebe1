// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax

/// A function that can be used in place of one without an expression.
struct PredicateSubstitute {
    let name: String
    let label: String?

    /// Creates the substitute of the function with a signature, or `nil`.
    init?(for signature: String) {
        switch signature {
        case "hasPrefix(_:)": (name, label) = ("starts", "with")
        case "localizedCaseInsensitiveContains(_:)":
            (name, label) = ("localizedStandardContains", nil)
        case "localizedCaseInsensitiveCompare(_:)": (name, label) = ("caseInsensitiveCompare", nil)
        case "localizedStandardCompare(_:)": (name, label) = ("localizedCompare", nil)
        default: return nil
        }
    }

    var signature: String { "\(name)(\(label ?? "_"):)" }

    /// Calls the substitute with the same argument.
    func fixIt(for call: FunctionCallExprSyntax, _ access: MemberAccessExprSyntax) -> FixIt? {
        guard let argument = call.onlyArgument else { return nil }
        var changed = call
        changed.calledExpression = ExprSyntax(
            access.with(\.declName, DeclReferenceExprSyntax(baseName: .identifier(name)))
        )
        changed.arguments = [.of(label, argument.expression)]
        return .replace(
            message: PredicateFixIt.useSubstitute(signature),
            oldNode: call,
            newNode: changed
        )
    }
}

/// The fix-its that the diagnostics of predicates offer.
enum PredicateFixIt: FixItMessage {
    case useSubstitute(String)

    var fixItID: MessageID { MessageID(domain: "SwiftData", id: "useSubstitute") }

    var message: String {
        switch self {
        case .useSubstitute(let signature): "use '\(signature)'"
        }
    }
}
