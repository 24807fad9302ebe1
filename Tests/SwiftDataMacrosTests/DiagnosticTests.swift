// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import Testing

@testable import SwiftDataMacros

struct DiagnosticTests {
    /// A misuse and the only diagnostic expected for it.
    struct Misuse: CustomTestStringConvertible {
        let source: String
        let identifier: String
        let message: String

        init(_ source: String, _ identifier: String, _ message: String) {
            self.source = source
            self.identifier = identifier
            self.message = message
        }

        /// Creates a misuse by one member of an otherwise valid model.
        init(member: String, _ identifier: String, _ message: String) {
            self.init("@Model final class Trip { \(member); init() {} }", identifier, message)
        }

        var testDescription: String { source }
    }

    @Test(arguments: misusesOfTypes + misusesOfAnnotations + misusesOfProperties)
    func misuseIsDiagnosed(misuse: Misuse) {
        let expansion = Expansion(of: misuse.source)
        #expect(expansion.diagnostics.map(\.message) == [misuse.message])
        #expect(expansion.identifiers == [issue(misuse.identifier)])
    }

    private static let misusesOfTypes = [
        Misuse(
            "@Model struct Trip { var a = 1 }",
            "wrongKind",
            "'@Model' cannot be applied to struct type 'Trip'"
        ),
        Misuse(
            "@Model enum Trip { case a }",
            "wrongKind",
            "'@Model' cannot be applied to enum type 'Trip'"
        ),
        Misuse(
            "@Model actor Trip {}",
            "wrongKind",
            "'@Model' cannot be applied to actor type 'Trip'"
        ),
        Misuse(
            "@ModelActor class Writer {}",
            "wrongKind",
            "'@ModelActor' cannot be applied to class type 'Writer'"
        ),
        Misuse(
            "@Model final class Trip<T> { init() {} }",
            "genericClass",
            "@Model does not support generic classes"
        ),
        Misuse(
            "@Model final class Trip { var a = 1 }",
            "missingInitializer",
            "@Model requires an initializer be provided for 'Trip'"
        ),
    ]

    private static let misusesOfAnnotations = [
        Misuse(
            member: "@Attribute(.unique) @Relationship var a: Trip?",
            "attributeOnRelationship",
            "'@Attribute' and '@Relationship' cannot both be applied to property 'a'"
        ),
        Misuse(
            member: "@Attribute @Transient var a = 1",
            "annotationWithoutEffect",
            "'@Attribute' cannot be applied to transient property 'a'"
        ),
        Misuse(
            member: "@Relationship var a: Int { 1 }",
            "annotationWithoutEffect",
            "'@Relationship' cannot be applied to computed property 'a'"
        ),
        Misuse(
            member: "@Attribute(.unique) var a: Int { 1 }",
            "annotationWithoutEffect",
            "'@Attribute' has no effect on computed property 'a'"
        ),
        Misuse(
            member: "@Attribute lazy var a = 1",
            "annotationWithoutEffect",
            "'@Attribute' cannot be applied to lazy property 'a'"
        ),
        Misuse(
            member: "@Attribute static let a = 1",
            "annotationWithoutEffect",
            "'@Attribute' cannot be applied to static property 'a'"
        ),
        Misuse(
            member: "@Attribute @Attribute(.unique) var a = 1",
            "repeatedAnnotation",
            "'@Attribute' is applied to property 'a' more than once"
        ),
        Misuse(
            member: "@Attribute func f() {}",
            "notAProperty",
            "'@Attribute' can only be applied to a property"
        ),
        Misuse(
            "struct Trip { @Transient var a = 1 }",
            "annotationOutsideModel",
            "'@Transient' has an effect only inside a class marked '@Model'"
        ),
        Misuse(
            #"final class Trip { #Unique<Trip>([\.a]) }"#,
            "annotationOutsideModel",
            "'#Unique' has an effect only inside a class marked '@Model'"
        ),
    ]

    private static let misusesOfProperties = [
        Misuse(
            member: "@Transient var a: Int",
            "transientWithoutDefault",
            "@Transient requires non-optional property 'a' to have a default value"
        ),
        Misuse(
            member: "let a: Int",
            "constantProperty",
            "@Model cannot persist constant 'a'; use 'private(set) var'"
        ),
        Misuse(
            member: "var a = 1, b = 2",
            "severalBindings",
            "@Model requires a declaration of its own for each property"
        ),
        Misuse(
            member: "var (a, b) = (1, 2)",
            "patternBinding",
            "@Model cannot persist properties declared by a pattern; declare each by its name"
        ),
        Misuse(
            member: "var persistentModelID = 0",
            "reservedName",
            "'persistentModelID' is a name of PersistentModel; choose another name for the property"
        ),
        Misuse(
            member: "var a = 1; var _a: Int { 1 }",
            "storageCollision",
            "'_a' is the name of the storage of 'a'; choose another name"
        ),
    ]

    @Test func validUsesAreNotDiagnosed() {
        let expansion = Expansion(
            of: """
                @Model final class Trip: Identifiable {
                    @Transient var a: Int?
                    @Transient var b = 1
                    @Transient var c: Int { 1 }
                    static let shared = 1, other = 2
                    var isDeleted = false
                    var hasChanges: Bool { false }
                    @Relationship(deleteRule: .cascade) var d: [Trip] = []
                    convenience init(e: Int) { self.init() }
                    init() {}
                }
                """
        )
        #expect(expansion.diagnostics.isEmpty)
    }

    @Test func swift5ModePersistsConstants() {
        let source = "@Model final class Trip { let a: Int; init() { a = 1 } }"
        let swift5 = Expansion(of: source, configuration: linuxBuild(swift: 5))
        #expect(swift5.diagnostics.isEmpty)
        #expect(swift5.lines.contains("_a = try _a.decoded(row, at: 0)"))

        let swift6 = Expansion(of: source, configuration: linuxBuild(swift: 6))
        #expect(swift6.identifiers == [issue("constantProperty")])
    }
}
