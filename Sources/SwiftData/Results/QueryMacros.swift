// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// This file only declares the macros. SwiftDataMacros implements their expansions.

/// Makes a property the array of all models of its element type.
///
/// The type that declares the property must have a member `modelContext`, such as a stored property
/// or the one of a ``ModelActor``. The results follow the changes of this context.
///
/// ```swift
/// final class Library {
///     let modelContext: ModelContext
///     @Query(sort: \Book.title) var books: [Book]
///
///     init(modelContext: ModelContext) {
///         self.modelContext = modelContext
///     }
/// }
/// ```
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query() = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

/// Makes a property the array of the matching models, sorted by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the array of the matching models, sorted by an optional property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the array of the matching models.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = []
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Makes a property the array of the models of a descriptor.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    _ descriptor: FetchDescriptor<Element>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Makes a property the sections of the matching models, sorted by a property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the sections of the matching models, sorted by an optional property.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the sections of the matching models.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Makes a property the sections of the models of a descriptor.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: any KeyPath<Element, String> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Makes a property the sections of the matching models, sorted by a property.
///
/// Models without a value are in the section with an empty title.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the sections of the matching models, sorted by an optional property.
///
/// Models without a value are in the section with an empty title.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element, Value>(
    filter: Predicate<Element>? = nil,
    sort keyPath: any KeyPath<Element, Value?> & Sendable,
    order: SortOrder = .forward,
    sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Value: Comparable, Element: PersistentModel

/// Makes a property the sections of the matching models.
///
/// Models without a value are in the section with an empty title.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    filter: Predicate<Element>? = nil,
    sort descriptors: [SortDescriptor<Element>] = [],
    sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel

/// Makes a property the sections of the models of a descriptor.
///
/// Models without a value are in the section with an empty title.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_))
public macro Query<Element>(
    _ descriptor: FetchDescriptor<Element>,
    sectionBy sectionKeyPath: any KeyPath<Element, String?> & Sendable
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")
where Element: PersistentModel
