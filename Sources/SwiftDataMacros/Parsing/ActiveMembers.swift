// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax

/// The members of a type that are active in the current build configuration.
struct ActiveMembers {
    /// The declarations outside `#if` and in active clauses, in declaration order.
    private(set) var declarations: [DeclSyntax] = []

    /// The `#if` declarations with a condition that a macro cannot evaluate, such as `canImport`.
    ///
    /// Ignoring them silently would leave properties out of the store.
    private(set) var undecided: [IfConfigDeclSyntax] = []

    init(of members: MemberBlockItemListSyntax, in configuration: (any BuildConfiguration)?) {
        collect(members, configuration)
    }

    private mutating func collect(
        _ members: MemberBlockItemListSyntax,
        _ configuration: (any BuildConfiguration)?
    ) {
        for declaration in members.map(\.decl) {
            if let conditional = declaration.as(IfConfigDeclSyntax.self) {
                collect(conditional, configuration)
            } else {
                declarations.append(declaration)
            }
        }
    }

    private mutating func collect(
        _ conditional: IfConfigDeclSyntax,
        _ configuration: (any BuildConfiguration)?
    ) {
        guard
            let (clause, issues) = configuration.map({ conditional.activeClause(in: $0) }),
            !issues.contains(where: { $0.diagMessage.severity == .error })
        else { return undecided.append(conditional) }
        if case .decls(let members) = clause?.elements {
            collect(members, configuration)
        }
    }
}

extension IfConfigDeclSyntax {
    /// The members of all clauses, active or not.
    var possibleMembers: [DeclSyntax] {
        clauses.flatMap { clause -> [DeclSyntax] in
            guard case .decls(let members) = clause.elements else { return [] }
            return members.flatMap { member in
                member.decl.as(IfConfigDeclSyntax.self)?.possibleMembers ?? [member.decl]
            }
        }
    }
}
