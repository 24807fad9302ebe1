// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

extension PredicateExpressions {
    /// A test that the indexed attributes of a model match a full-text query.
    ///
    /// Only a fetch from the default store can evaluate it, with the index as of the last save: it
    /// tests the unsaved values of no model.
    package struct FullTextMatch<Model>: StandardPredicateExpression
    where Model: StandardPredicateExpression, Model.Output: PersistentModel {
        package typealias Output = Bool

        let model: Model
        let query: FullTextQuery

        /// Creates a test of a model.
        package init(model: Model, query: FullTextQuery) {
            self.model = model
            self.query = query
        }

        package init(from decoder: any Decoder) throws { throw Self.isPartOfAStore }

        package func encode(to encoder: any Encoder) throws { throw Self.isPartOfAStore }

        package func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            throw Self.isPartOfAStore
        }

        private static var isPartOfAStore: any Error {
            SwiftDataError.unsupportedPredicate(
                "a full-text query is only evaluated by a fetch from the default store"
            )
        }
    }
}

extension PredicateExpressions.FullTextMatch: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        guard case .model(let path) = try scope.operand(model) else {
            throw SwiftDataError.unsupportedPredicate("a full-text query requires a model")
        }
        return .value(.matches(path, query))
    }
}
