// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

// Expanded code names `Observation.Observable`, and a file that declares a model imports only
// SwiftData.
@_exported public import Observation

// The macros of the framework: their declarations only. What they expand to is in SwiftDataMacros;
// the runtime names the expansions use are the underscored declarations of this module.

/// Makes a class a persistent model: its stored properties become attributes and relationships.
///
/// Every stored instance property is persisted unless it is marked `@Transient`. The class must
/// have an initializer that gives each property without a default a value.
@attached(
    member,
    conformances: Observable,
    PersistentModel,
    Sendable,
    names: named(_$model),
    named(persistentBackingData),
    named(schemaMetadata),
    named(_$decode),
    named(_$encode),
    named(init),
    named(access),
    named(withMutation)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// Gives a persisted property its accessors and its storage; `@Model` adds it.
///
/// It is public only because expanded code names it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$))
public macro _PersistedProperty(_ index: Int) =
    #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Says how the store keeps a property: unique, beside the row, under an older name.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributeMacro")

/// Says how a property refers to other models: its inverse, and what a deletion does to them.
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

/// Keeps a stored property out of the store; it needs a default value unless it is optional.
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "TransientMacro")

/// Lets no two models share their values at the key paths of one group.
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "UniqueMacro") where T: PersistentModel

/// Makes the store keep the given key paths sorted, one index of its kind for each argument.
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Makes the store keep the key paths of each group sorted together.
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Gives an actor a model context of its own and runs the actor on that context's executor.
@attached(
    member,
    names: named(modelExecutor),
    named(modelContainer),
    named(init)
)
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
