// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Translates the first descriptor of those that differ only in values, and keeps the result as a
/// template for the others (contrib/decisions/0052-query-templates.md).
struct TemplateTranslator: FetchTranslator {
    /// Translates the descriptors without a template.
    let plain: DescriptorTranslator
    let templates: QueryTemplates

    func query<T>(_ descriptor: FetchDescriptor<T>, outline: FetchOutline) throws -> FetchQuery {
        guard let condition = outline.condition, let variable = outline.variable else {
            return try query(
                descriptor,
                outline: outline,
                shape: PredicateShape(),
                captured: CapturedValues()
            )
        }
        let types = templates.describedTypes
        guard let predicate = PredicateOutline(condition, variable: variable, types: types) else {
            return try plain.query(descriptor, outline: outline)
        }
        return try query(
            descriptor,
            outline: outline,
            shape: predicate.shape,
            captured: predicate.values
        )
    }

    /// Returns the query of a descriptor whose predicate has a structure and values.
    private func query<T>(
        _ descriptor: FetchDescriptor<T>,
        outline: FetchOutline,
        shape: PredicateShape,
        captured: CapturedValues
    ) throws -> FetchQuery {
        guard
            let template = template(
                of: descriptor,
                outline: outline,
                shape: shape,
                captured: captured
            )
        else {
            return try plain.query(descriptor, outline: outline)
        }
        let values = template.parameters(for: captured, keyOf: plain.objects.key)
        var query = FetchQuery(template, values: values)
        if try plain.stores.store(of: template.entity).isCustom { query.descriptor = descriptor }
        query.limit = outline.limit
        query.offset = outline.offset
        if outline.isPartial {
            query.properties = try plain.properties(
                descriptor.propertiesToFetch,
                of: template.entity
            )
        }
        return query
    }

    /// Returns the template of a descriptor; nil if its translation depends on values, or fails.
    private func template<T>(
        of descriptor: FetchDescriptor<T>,
        outline: FetchOutline,
        shape: PredicateShape,
        captured: CapturedValues
    ) -> QueryTemplate? {
        if !outline.isSorted, let known = templates.latestTemplate(for: T.self, shape: shape) {
            return known
        }
        let key = QueryTemplates.Key(
            T.self,
            predicate: shape,
            order: outline.isSorted ? [AnyHashable(descriptor.sortBy)] : nil
        )
        return try? templates.template(for: key) {
            let entity = try plain.stores.schema.entity(for: T.self)
            var filter: (QueryExpression, [EntityDescription?])?
            if let predicate = descriptor.predicate {
                filter = try PredicateTranslator().translate(
                    predicate,
                    entity: entity,
                    separating: captured
                )
                guard filter != nil else { return nil }
            }
            return QueryTemplate(
                entity,
                classNames: entity.classNames(of: T.self),
                filter: filter,
                order: try SortTranslator().translate(descriptor.sortBy, entity: entity)
            )
        }
    }
}
