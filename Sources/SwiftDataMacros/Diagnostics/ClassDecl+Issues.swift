// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ClassDeclSyntax {
    /// Returns the diagnostics for the class as a model, in source order.
    func issues(_ model: ParsedModel, in context: some MacroExpansionContext) -> [Diagnostic] {
        let members = ActiveMembers(of: memberBlock.members, in: context.buildConfiguration)
        let variables = members.declarations.compactMap { $0.as(VariableDeclSyntax.self) }
        return initializerIssues(model, members) + conditionIssues(members)
            + variables.flatMap {
                $0.issues(constantsArePersisted: context.allowsPersistedConstants)
                    + $0.nameIssues(among: model)
            }
    }

    private func initializerIssues(_ model: ParsedModel, _ members: ActiveMembers) -> [Diagnostic] {
        let possible = members.declarations + members.undecided.flatMap(\.possibleMembers)
        guard !possible.contains(where: { $0.is(InitializerDeclSyntax.self) }) else { return [] }
        return [
            Diagnostic(
                node: name,
                message: ModelDiagnostic.missingInitializer(className: model.name.text),
                fixIt: .addingInitializer(for: model.properties, access: model.access, to: self)
            )
        ]
    }

    private func conditionIssues(_ members: ActiveMembers) -> [Diagnostic] {
        members.undecided
            .filter { $0.possibleMembers.contains(where: \.belongsToSchema) }
            .map { Diagnostic(node: $0, message: ModelDiagnostic.undecidedCondition) }
    }
}

extension DeclSyntax {
    /// Whether the declaration is part of the schema: a persisted property, an index or a
    /// constraint.
    fileprivate var belongsToSchema: Bool {
        self.as(VariableDeclSyntax.self)?.persistedBinding != nil
            || self.as(MacroExpansionDeclSyntax.self) != nil
    }
}

extension VariableDeclSyntax {
    /// Names of `PersistentModel` members, which a property must not have.
    ///
    /// `hasChanges`, `isDeleted` and `modelContext` are not among them: no requirement has these
    /// names, so that a property only hides the member of the protocol.
    private static let reservedNames: Set<String> = [
        "persistentBackingData", "persistentModelID", "schemaMetadata",
    ]

    fileprivate func nameIssues(among model: ParsedModel) -> [Diagnostic] {
        guard let binding = persistedBinding, let property = binding.name else { return [] }
        if Self.reservedNames.contains(property) {
            return [
                Diagnostic(node: binding.pattern, message: ModelDiagnostic.reservedName(property))
            ]
        }
        let generated = ["_", "_$initialized_"].map { $0 + property }
        guard let storage = generated.first(where: model.declares) else { return [] }
        return [
            Diagnostic(
                node: binding.pattern,
                message: ModelDiagnostic.storageCollision(property: property, storage: storage)
            )
        ]
    }
}

extension ParsedModel {
    fileprivate func declares(_ name: String) -> Bool { declaredNames.contains(name) }
}
