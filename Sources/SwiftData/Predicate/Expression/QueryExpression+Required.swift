// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryExpression {
    /// Returns the paths from a variable that must lead to a model for the condition to be true.
    ///
    /// The result need not be complete.
    func requiredPaths(of variable: Int) -> Set<[QueryPath.Step]> {
        switch self {
        case .all(let parts):
            return parts.reduce(into: []) { $0.formUnion($1.requiredPaths(of: variable)) }
        case .equal(let value, .constant(let constant, _)),
            .equal(.constant(let constant, _), let value):
            return constant == .null ? [] : value.prefixes(of: variable)
        case .equal(let value, .parameter), .equal(.parameter, let value):
            return value.prefixes(of: variable)
        case .comparison(let lhs, _, let rhs):
            return lhs.prefixes(of: variable).union(rhs.prefixes(of: variable))
        case .isOneOf(let value, let values):
            return values.contains(.null) ? [] : value.prefixes(of: variable)
        default: return []
        }
    }

    /// The non-empty prefixes of the path of an attribute.
    private func prefixes(of variable: Int) -> Set<[QueryPath.Step]> {
        switch self {
        case .attribute(let path, _, _, _) where path.variable.id == variable:
            Set(path.steps.indices.map { Array(path.steps[...$0]) })
        case .unwrapped(let value), .cast(let value, _): value.prefixes(of: variable)
        default: []
        }
    }
}

extension QueryExpression {
    /// The expressions that must all be true, without nested conjunctions.
    var conjuncts: [QueryExpression] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap(\.conjuncts)
    }
}
