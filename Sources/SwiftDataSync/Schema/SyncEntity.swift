// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The synchronized fields of a model class.
package struct SyncEntity: Sendable {
    /// A field with the rule by which it merges.
    package struct Field: Sendable {
        /// The name.
        package let name: String
        /// The rule.
        package let role: Role
        /// Whether one row at most refers to another one by the field: the last that was written.
        package let isExclusive: Bool

        /// Creates a field.
        package init(_ name: String, role: Role = .plain, isExclusive: Bool = false) {
            self.name = name
            self.role = role
            self.isExclusive = isExclusive
        }

        /// The entity that the field refers to.
        var target: String? {
            switch role {
            case .owner(let entity), .reference(let entity, _): entity
            case .plain, .guarded: nil
            }
        }
    }

    /// The rule by which a field merges.
    package enum Role: Sendable {
        /// The later value wins.
        case plain
        /// The value is content: one that is replaced unseen is kept, and one that the author of a
        /// deletion had not seen keeps the row alive.
        case guarded(Kept?)
        /// A reference to the row of an entity that this row is part of; it is deleted with it.
        case owner(of: String)
        /// A reference to a row of an entity.
        case reference(to: String, Deletion)
    }

    /// The effect of a reference on the deletion of the other row.
    package enum Deletion: Sendable {
        /// None: the reference then has no value.
        case nullifies
        /// The other row lives; the reference gets a value if no machine has that row any more.
        case denies(substitute: SyncValue)
    }

    /// The form in which replaced values of a guarded field are kept: as rows of an entity.
    package struct Kept: Sendable {
        /// The entity of the rows.
        package let entity: String
        /// The field that receives the value.
        package let content: String
        /// The field that refers to the row of the value.
        package let owner: String
        /// The field that receives the time of the writing, as a date; nil for none.
        package let time: String?
        /// The field that receives the name of the guarded field; nil if the rows keep values of
        /// one field only.
        package let label: String?
        /// Other fields of these rows, such as a mark of a conflict.
        package let constants: [String: SyncValue]

        /// Creates the form of kept values.
        package init(
            entity: String,
            content: String,
            owner: String,
            time: String? = nil,
            label: String? = nil,
            constants: [String: SyncValue] = [:]
        ) {
            self.entity = entity
            self.content = content
            self.owner = owner
            self.time = time
            self.label = label
            self.constants = constants
        }
    }

    /// Fields that have different values in all rows of an entity.
    package struct Unique: Sendable {
        /// The fields.
        package let fields: [String]
        /// Returns the value to compare, such as a name in lower case; nil if any is allowed.
        package let key: @Sendable ([SyncValue]) -> SyncValue?

        /// Creates a constraint.
        ///
        /// - Parameters:
        ///   - fields: The fields.
        ///   - key: Returns the value to compare; by default their encodings, unless one is null.
        package init(
            _ fields: [String],
            key: @escaping @Sendable ([SyncValue]) -> SyncValue? = { values in
                values.contains(.null) ? nil : .bytes(values.flatMap(\.encoded))
            }
        ) {
            self.fields = fields
            self.key = key
        }
    }

    /// The name.
    package let name: String
    /// The fields.
    package let fields: [Field]
    /// The unique constraints.
    package let uniques: [Unique]
    /// The field that refers to the row that a row is part of, and the entity of that row.
    let owner: (field: String, entity: String)?
    /// The fields with content, in order, and the form in which replaced values are kept.
    let guardedFields: [(name: String, kept: Kept?)]
    /// The references that forbid the deletion of the other row, and their substitutes.
    let denyingFields: [(name: String, substitute: SyncValue)]
    /// The references by which one row at most refers to another one, in order.
    let exclusiveFields: [String]
    private let names: Set<String>
    private let guardedNames: Set<String>
    private let referenceNames: Set<String>

    /// Creates an entity.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fields: The fields.
    ///   - uniques: The unique constraints.
    package init(_ name: String, fields: [Field], uniques: [Unique] = []) {
        self.name = name
        self.fields = fields
        self.uniques = uniques
        var owner: (field: String, entity: String)?
        var guarded: [(name: String, kept: Kept?)] = []
        var denying: [(name: String, substitute: SyncValue)] = []
        for field in fields {
            switch field.role {
            case .owner(let entity): owner = owner ?? (field.name, entity)
            case .guarded(let kept): guarded.append((field.name, kept))
            case .reference(_, .denies(let substitute)): denying.append((field.name, substitute))
            case .plain, .reference(_, .nullifies): break
            }
        }
        self.owner = owner
        guardedFields = guarded.sorted { $0.name < $1.name }
        denyingFields = denying.sorted { $0.name < $1.name }
        exclusiveFields = fields.filter(\.isExclusive).map(\.name).sorted()
        names = Set(fields.map(\.name))
        guardedNames = Set(guarded.map(\.name))
        referenceNames = Set(fields.filter { $0.target != nil }.map(\.name))
    }

    /// Returns whether the entity has a field.
    func hasField(_ field: String) -> Bool { names.contains(field) }

    /// Returns whether a field's values are content.
    func isGuarded(_ field: String) -> Bool { guardedNames.contains(field) }

    /// Returns whether a field refers to rows.
    func isReference(_ field: String) -> Bool { referenceNames.contains(field) }
}
