// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

// The expansion of `@Model` refers to `Observation.Observable`, and a file that declares a model
// imports only SwiftData.
@_exported public import Observation

// This file only declares the macros. SwiftDataMacros implements their expansions, which use the
// underscored declarations of this module.

/// Makes a class a persistent model: its stored properties become attributes and relationships.
///
/// Every stored instance property is persisted unless it is marked `@Transient`. The class must
/// have an initializer that sets every property without a default value.
///
/// ```swift
/// @Model
/// final class Author {
///     @Attribute(.unique) var name: String
///     var born: Int?
///     var books: [Book] = []
///
///     init(name: String) {
///         self.name = name
///     }
/// }
/// ```
@attached(
    member,
    conformances: Observable,
    PersistentModel,
    Sendable,
    names: named(_$stateStorage),
    named(_$state),
    named(_$superclass),
    named(_$inheritedKeyPaths),
    named(_$keyPaths),
    named(persistentBackingData),
    named(schemaMetadata),
    named(_$decode),
    named(_$encode),
    named(init),
    named(deinit),
    named(access),
    named(withMutation)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// Adds accessors and storage to a persisted property; `@Model` applies it.
///
/// It is public only because the expansion of `@Model` refers to it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$initialized_))
public macro _PersistedProperty(_ index: Int) =
    #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Adds a call to a deinitializer, which saves the model's values for the models that lead to it;
/// `@Model` applies it.
///
/// It is public only because the expansion of `@Model` refers to it.
@attached(body)
public macro _ModelDeinitializer() =
    #externalMacro(module: "SwiftDataMacros", type: "ModelDeinitializerMacro")

/// Adds accessors and storage to a property that a value transformer converts; `@Model` applies it.
///
/// It is public only because the expansion of `@Model` refers to it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$initialized_))
public macro _TransformablePersistedProperty(_ index: Int) =
    #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Configures the storage of a property, such as uniqueness, external storage or a previous name.
///
/// ```swift
/// @Attribute(.unique, .preserveValueOnDeletion) var isbn: String
/// @Attribute(.spotlight) var title: String
/// @Attribute(originalName: "synopsis") var summary: String?
/// ```
///
/// - Parameters:
///   - options: The options for storage, uniqueness and indexing.
///   - originalName: The name of the property in earlier versions of the schema.
///   - hashModifier: A value that distinguishes the schema from an otherwise equal one.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributeMacro")

/// Configures a relationship, such as its inverse and delete rule.
///
/// The argument `inverse: nil` excludes an inverse, also one that would be inferred.
///
/// ```swift
/// @Relationship(inverse: \Author.books) var author: Author?
/// @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
/// ```
///
/// - Parameters:
///   - options: The options, such as a stored order.
///   - deleteRule: The effect of a deletion on the related models.
///   - minimumModelCount: The minimum number of related models in a save; `nil` and 0 mean none.
///   - maximumModelCount: The maximum number of related models in a save; `nil` and 0 mean none.
///   - originalName: The name of the property in earlier versions of the schema.
///   - inverse: The key path of the inverse relationship; declared on one side only.
///   - hashModifier: A value that distinguishes the schema from an otherwise equal one.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipMacro")

/// Excludes a stored property from the store; it must be optional or have a default value.
///
/// ```swift
/// @Transient var isSelected = false
/// ```
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "TransientMacro")

/// Declares uniqueness constraints: the values at the key paths of a group are unique together.
///
/// ```swift
/// #Unique<Book>([\.publisher, \.number])
/// ```
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "UniqueMacro") where T: PersistentModel

/// Declares indexes over key paths, one for each argument and of the specified type.
///
/// ```swift
/// #Index<Chapter>(.binary([\.heading]))
/// ```
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Declares binary indexes, one over the key paths of each group.
///
/// ```swift
/// #Index<Book>([\.year], [\.publisher, \.title])
/// ```
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Adds a model context to an actor and runs the actor on the context's executor.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///     func add(_ names: [String]) throws {
///         for name in names { modelContext.insert(Author(name: name)) }
///         try modelContext.save()
///     }
/// }
/// ```
@attached(
    member,
    names: named(modelExecutor),
    named(modelContainer),
    named(init)
)
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
