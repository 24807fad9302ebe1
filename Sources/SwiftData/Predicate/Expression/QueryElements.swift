// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The elements of a JSON collection that pass a test.
struct QueryElements: Sendable, Equatable {
    /// A part of an entry of a dictionary; an element of any other collection is a value.
    enum Part: Sendable {
        case key, value
    }

    /// The collection; NULL has no elements.
    let source: QueryExpression
    let form: CollectionForm
    /// The number of the variable for the element in the test.
    let variable: Int
    /// The part of each entry that is an element; nil for the entries of a dictionary.
    private(set) var part: Part?
    private(set) var test: QueryExpression?

    init(_ source: QueryExpression, form: CollectionForm, variable: Int) {
        self.source = source
        self.form = form
        self.variable = variable
        part = form.keyType == nil ? .value : nil
    }

    /// The element that is the value of the variable.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` if the elements are entries of a dictionary.
    var element: QueryExpression {
        get throws {
            guard let part else {
                throw SwiftDataError.unsupportedPredicate(
                    "\(source.displayName): the entries of a dictionary cannot be used as values; "
                        + "use its keys, its values, a subscript, count or isEmpty"
                )
            }
            return element(part)
        }
    }

    private func element(_ part: Part) -> QueryExpression {
        .element(variable, part, self.part(part).partType)
    }

    /// The type of the elements.
    var partType: _ColumnType {
        part == .key ? form.keyType ?? form.elementType : form.elementType
    }

    /// Returns the keys or the values of a dictionary.
    func part(_ part: Part) -> QueryElements {
        var elements = self
        elements.part = part
        return elements
    }

    /// Returns the elements that also pass another test.
    func filtered(by condition: QueryExpression) -> QueryElements {
        var elements = self
        elements.test = test.map { .all([$0, condition]) } ?? condition
        return elements
    }

    /// Returns the value of the entry with a key.
    func value(forKey test: (QueryExpression) throws -> QueryExpression) rethrows -> QueryExpression
    {
        .firstElement(part(.value).filtered(by: try test(element(.key))))
    }
}

extension QueryElements {
    /// Returns the part of a dictionary at a key path; nil for other key paths.
    func part<Whole, Part>(at keyPath: KeyPath<Whole, Part>) -> QueryElements? {
        guard let type = Whole.self as? any StoredDictionary.Type else { return nil }
        if keyPath == type.keysPath { return part(.key) }
        if keyPath == type.valuesPath { return part(.value) }
        return nil
    }
}

/// A dictionary type, with the key paths that lead to its parts.
private protocol StoredDictionary {
    static var keysPath: AnyKeyPath { get }
    static var valuesPath: AnyKeyPath { get }
}

extension Dictionary: StoredDictionary {
    static var keysPath: AnyKeyPath { \Self.keys }
    static var valuesPath: AnyKeyPath { \Self.values }
}
