// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    // MARK: Elements of collections stored as JSON

    func element(_ variable: Int, part: QueryElements.Part) -> SQLText {
        SQLText.column(part.column, of: elementAliases[variable] ?? root.alias)
    }

    func exists(_ elements: QueryElements) -> SQLText {
        "(EXISTS \(subquery(of: elements) { _ in "1" }))"
    }

    func count(of elements: QueryElements) -> SQLText {
        subquery(of: elements) { _ in "count(*)" }
    }

    func first(of elements: QueryElements) -> SQLText {
        let column = (elements.part ?? .value).column
        return subquery(of: elements, limit: " LIMIT 1") { SQLText.column(column, of: $0) }
    }

    /// Returns a subquery over the elements that pass their test.
    private func subquery(
        of elements: QueryElements,
        limit: SQLText = "",
        _ selection: (String) -> SQLText
    ) -> SQLText {
        let source = value(elements.source)
        let alias = tables.nextAlias()
        elementAliases[elements.variable] = alias
        defer { elementAliases[elements.variable] = nil }
        let test: SQLText =
            elements.test.map { " WHERE \(condition($0, nullIsFalse: true))" } ?? ""
        let arguments = ElementsModule.arguments(elements.form)
        return """
            (SELECT \(selection(alias)) FROM \(SQLText(raw: ElementsModule.name))\
            (\(source), \(arguments)) AS \(identifier: alias)\(test)\(limit))
            """
    }
}

extension QueryElements.Part {
    fileprivate var column: String {
        switch self {
        case .key: ElementsModule.keyColumn
        case .value: ElementsModule.valueColumn
        }
    }
}
