// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

// Operations on captured collections are evaluated during translation.

extension PredicateExpressions.DictionaryKeySubscript: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        if let entry = try scope.entry(key, of: wrapped) { return .value(entry) }
        let (key, dictionary) = try scope.captured(key, whole: wrapped, named: "[key]")
        return .constant(Captured(value: dictionary[key]))
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        if let entry = try scope.entry(key, of: wrapped) {
            return .value(.coalesce(entry, try scope.value(of: self.default)))
        }
        let (key, dictionary) = try scope.captured(key, whole: wrapped, named: "[key, default:]")
        if let value = dictionary[key] { return .constant(Captured(value: value)) }
        return try scope.operand(self.default)
    }
}

extension PredicateExpressions.CollectionIndexSubscript: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        if let test = try scope.textTest(wrapped, index: index) { return test }
        let (index, collection) = try scope.captured(index, whole: wrapped, named: "[index]")
        guard collection.indices.contains(index) else {
            throw SwiftDataError.unsupportedPredicate("index \(index) is out of bounds")
        }
        return .constant(Captured(value: collection[index]))
    }
}

extension PredicateExpressions.SequenceMinimum: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let values = try scope.captured(elements, named: "\(Elements.Output.self).min()")
        return .constant(Captured(value: values.min()))
    }
}

extension PredicateExpressions.SequenceMaximum: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let values = try scope.captured(elements, named: "\(Elements.Output.self).max()")
        return .constant(Captured(value: values.max()))
    }
}

extension PredicateScope {
    /// Evaluates an expression that must not depend on the row.
    func captured<E: PredicateExpression>(_ expression: E, named name: String) throws -> E.Output {
        guard case .constant(let constant) = try operand(expression),
            let captured = captured(constant, as: E.Output.self)
        else {
            throw SwiftDataError.unsupportedPredicate(
                "\(name) is only supported for captured values, which do not depend on the model"
            )
        }
        return captured.value
    }

    /// Returns the value that a stored dictionary has for a key; nil for a captured dictionary.
    fileprivate func entry<Key: PredicateExpression, Whole: PredicateExpression>(
        _ key: Key,
        of whole: Whole
    ) throws -> QueryExpression? {
        guard let entries = try elements(operand(whole), as: Whole.Output.self),
            entries.form.keyType != nil
        else { return nil }
        guard !entries.form.elementType.isOptional else {
            throw SwiftDataError.unsupportedPredicate(
                "\(entries.source.displayName)[key]: values of dictionaries that are optionals "
                    + "themselves are not supported"
            )
        }
        let wanted = try operand(key)
        return try entries.value { try equality(.value($0), wanted).expression }
    }

    fileprivate func captured<Key: PredicateExpression, Whole: PredicateExpression>(
        _ key: Key,
        whole: Whole,
        named name: String
    ) throws -> (Key.Output, Whole.Output) {
        let name = "\(Whole.Output.self)\(name)"
        return (try captured(key, named: name), try captured(whole, named: name))
    }
}
