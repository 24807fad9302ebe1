// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax

extension VariableDeclSyntax {
    /// Returns the diagnostics for a property of a model, except those about its name.
    func issues(constantsArePersisted: Bool) -> [Diagnostic] {
        annotationIssues + transientIssues + bindingIssues
            + (constantsArePersisted ? [] : constantIssues)
    }

    private var annotationIssues: [Diagnostic] {
        guard let property = firstName else { return [] }
        let repeated = AnnotationName.ofProperties.flatMap { name in
            attributes.all(name).dropFirst().map { attribute in
                removal(of: attribute, name, .repeatedAnnotation(name, property: property))
            }
        }
        return repeated + conflicts(property) + annotationsWithoutEffect(property)
    }

    private func conflicts(_ property: String) -> [Diagnostic] {
        guard
            attributes.contains(.relationship),
            let attribute = attributes.all(.attribute).first
        else { return [] }
        return [removal(of: attribute, .attribute, .attributeOnRelationship(property: property))]
    }

    private func annotationsWithoutEffect(_ property: String) -> [Diagnostic] {
        guard let kind = unpersistedKind else { return [] }
        return [AnnotationName.attribute, .relationship].compactMap { name in
            attributes.all(name).first.map { attribute in
                removal(
                    of: attribute,
                    name,
                    .annotationWithoutEffect(name, kind, property: property)
                )
            }
        }
    }

    /// A transient property needs a default value for instances created by the store.
    private var transientIssues: [Diagnostic] {
        guard attributes.contains(.transient), isStoredInstanceProperty else { return [] }
        return bindings.compactMap { binding in
            guard
                binding.initializer == nil,
                isConstant || binding.declaredType?.isOptional != true,
                let property = binding.name
            else { return nil }
            return Diagnostic(
                node: binding.pattern,
                message: ModelDiagnostic.transientWithoutDefault(property: property)
            )
        }
    }

    private var bindingIssues: [Diagnostic] {
        guard isStoredInstanceProperty, !attributes.contains(.transient) else { return [] }
        if bindings.contains(where: { $0.name == nil }) {
            return [Diagnostic(node: self, message: ModelDiagnostic.patternBinding)]
        }
        guard bindings.count > 1 else { return [] }
        return [
            Diagnostic(
                node: self,
                message: ModelDiagnostic.severalBindings,
                fixIt: .separating(self)
            )
        ]
    }

    private var constantIssues: [Diagnostic] {
        guard isConstant, let property = persistedBinding?.name else { return [] }
        return [
            Diagnostic(
                node: bindingSpecifier,
                message: ModelDiagnostic.constantProperty(property),
                fixIt: .makingVariable(self)
            )
        ]
    }

    private func removal(
        of attribute: AttributeSyntax,
        _ name: AnnotationName,
        _ message: ModelDiagnostic
    ) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: message,
            fixIt: .removing(attribute, named: name, from: self)
        )
    }
}

extension VariableDeclSyntax {
    private var firstName: String? { bindings.first?.name }

    private var unpersistedKind: ModelDiagnostic.UnpersistedKind? {
        if attributes.contains(.transient) { return .transient }
        if modifiers.contains(where: \.isTypeScope) { return .static }
        if modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return .lazy }
        return bindings.contains(where: \.isComputed) ? .computed : nil
    }
}
