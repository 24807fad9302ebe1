// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// The property metadata that `Schema` reads: persisted properties, then indexes, then
    /// constraints, all without the superclass.
    var schemaMetadata: DeclSyntax {
        get throws {
            let scope: TokenSyntax = isFinal && superclass == nil ? "static" : "class"
            let variable = try VariableDeclSyntax(
                """
                \(overridable)\(scope) var schemaMetadata: [SwiftData.Schema.PropertyMetadata]
                """
            ) {
                if entries.isEmpty {
                    // A variable that is never mutated would cause a warning in the user's build.
                    "return []"
                } else {
                    "var metadata: [SwiftData.Schema.PropertyMetadata] = []"
                    for entry in entries {
                        "metadata.append(SwiftData.Schema.PropertyMetadata(\(entry)))"
                    }
                    "return metadata"
                }
            }
            return DeclSyntax(variable)
        }
    }

    /// The argument list of each `PropertyMetadata`.
    private var entries: [LabeledExprListSyntax] {
        properties.map(metadataArguments)
            + indexes.map { metadataArguments(of: "Index", $0) }
            + uniques.map { metadataArguments(of: "Unique", $0) }
    }

    private func metadataArguments(of property: ParsedProperty) -> LabeledExprListSyntax {
        LabeledExprListSyntax {
            LabeledExprSyntax(label: "name", expression: property.nameLiteral)
            LabeledExprSyntax(label: "keypath", expression: keyPath(to: property.name))
            LabeledExprSyntax(
                label: "storage",
                expression: "{ $1(&$0.\(property.storageName)) }" as ExprSyntax
            )
            if let defaultValue = property.defaultValue {
                LabeledExprSyntax(label: "defaultValue", expression: defaultValue)
            }
            LabeledExprSyntax(label: "metadata", expression: property.schemaProperty)
        }
    }

    private func metadataArguments(
        of constraint: TokenSyntax,
        _ arguments: LabeledExprListSyntax
    ) -> LabeledExprListSyntax {
        let schemaType: ExprSyntax = "SwiftData.Schema.\(constraint)"
        return LabeledExprListSyntax {
            LabeledExprSyntax(
                label: "name",
                expression: StringLiteralExprSyntax(content: schemaType.trimmedDescription)
            )
            LabeledExprSyntax(
                label: "keypath",
                expression: #"\SwiftData.Schema.encodingVersion"# as ExprSyntax
            )
            LabeledExprSyntax(
                label: "metadata",
                expression: "\(schemaType)<\(name)>(\(arguments))" as ExprSyntax
            )
        }
    }

    private func keyPath(to property: TokenSyntax) -> ExprSyntax {
        #"\\#(name).\#(property)"#
    }
}

extension ParsedProperty {
    fileprivate var nameLiteral: StringLiteralExprSyntax {
        StringLiteralExprSyntax(content: name.unescapedName)
    }

    /// The annotation as an expression of type `Schema.Attribute` or `Schema.Relationship`.
    fileprivate var schemaProperty: ExprSyntax {
        switch annotation {
        case nil: "nil"
        case .attribute(let arguments): "SwiftData.Schema.Attribute(\(arguments))"
        case .relationship(let arguments) where arguments.excludeInverse:
            "SwiftData.Schema.Relationship(\(arguments))._unidirectional()"
        case .relationship(let arguments): "SwiftData.Schema.Relationship(\(arguments))"
        }
    }
}

extension LabeledExprListSyntax {
    /// Whether the arguments contain `inverse: nil`, which differs from no argument.
    fileprivate var excludeInverse: Bool {
        contains { $0.label?.text == "inverse" && $0.expression.is(NilLiteralExprSyntax.self) }
    }
}
