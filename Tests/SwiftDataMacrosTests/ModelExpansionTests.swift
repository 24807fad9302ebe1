// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxBuilder
import Testing

struct ModelExpansionTests {
    @Test func modelGainsStateSchemaCodingAndConformances() {
        expectExpansion(
            of: """
                @Model final class Trip {
                    var title: String
                    init(title: String) { self.title = title }
                }
                """,
            #"""
            final class Trip {
                @SwiftData._PersistedProperty(0)
                var title: String
                init(title: String) { self.title = title }

                @exclusivity(unchecked) private var _$stateStorage = SwiftData._ModelStateStorage()

                var _$state: SwiftData._ModelState.Pointer {
                    _$stateStorage.pointer
                }

                var persistentBackingData: any SwiftData.BackingData<Trip> {
                    get {
                        _$model.backingData(of: self)
                    }
                    set {
                        _$model.adopt(newValue, into: self)
                    }
                }

                static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                    var metadata: [SwiftData.Schema.PropertyMetadata] = []
                    metadata.append(SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Trip.title, storage: {
                                $1(&$0._title)
                            }, metadata: nil))
                    return metadata
                }

                func _$decode(_ row: borrowing SwiftData._RowDecoder) throws {
                    _title = try _title.decoded(row, at: 0)
                }

                func _$encode(_ row: inout SwiftData._RowEncoder) throws {
                    try _title.encode(into: &row, at: 0)
                }

                init(backingData: any SwiftData.BackingData<Trip>) {
                    _$initialized_title = SwiftData._Initialized()
                    if backingData._hasValues {
                        _$model.adopt(backingData, into: self)
                    }
                }

                deinit {
                    if _$state.pointee.mayBeConnected {
                        SwiftData._willDeinitialize(self)
                    }
                }

                internal nonisolated func access<_M>(keyPath: KeyPath<Trip, _M>) {
                    _$model.access(self, keyPath: keyPath)
                }

                internal nonisolated func withMutation<_M, _MR>(
                    keyPath: KeyPath<Trip, _M>,
                    _ mutation: () throws -> _MR
                ) rethrows -> _MR {
                    try _$model.withMutation(self, keyPath: keyPath, mutation)
                }
            }

            extension Trip: nonisolated SwiftData.PersistentModel {
            }

            extension Trip: nonisolated Observation.Observable {
            }

            @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use Trip's persistentModelID instead")
            extension Trip: Sendable {
            }
            """#
        )
    }

    @Test func subclassOfModelOverridesTheMembersOfItsSuperclass() {
        let source = """
            @Model class Business: Trip {
                var purpose: String
                init(purpose: String) { self.purpose = purpose; super.init() }
            }
            """
        let expansion = Expansion(of: source, modelConformances: [])
        #expect(expansion.diagnostics.isEmpty)
        let lines = expansion.lines
        #expect(!lines.contains { $0.contains("_ModelStateStorage") || $0.hasPrefix("extension") })
        for line in [
            "override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {",
            "override func _$decode(_ row: borrowing SwiftData._RowDecoder) throws {",
            "try super._$decode(row)",
            "let row = row.properties(of: Business.self)",
            "row.select(Business.self)",
            "required init(backingData: any SwiftData.BackingData<Trip.Root>) {",
            "override class var _$superclass: (any SwiftData.PersistentModel.Type)? {",
            "Trip._$keyPaths(of: Business.self)",
            #"Trip._$keyPaths(of: type) + [\_M.purpose]"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func declaredDeinitializerIsMarked() {
        let lines = Expansion(
            of: "@Model final class Trip { init() {} \n deinit { close() } }"
        ).lines
        #expect(lines.filter { $0.hasPrefix("@SwiftData._ModelDeinitializer") }.count == 1)
        #expect(!lines.contains("SwiftData._willDeinitialize(self)"))
    }

    @Test func markedDeinitializerGetsACall() {
        expectExpansion(
            of: """
                final class Trip {
                    @_ModelDeinitializer
                    deinit {
                        close()
                    }
                }
                """,
            """
            final class Trip {
                deinit {
                    if _$state.pointee.mayBeConnected {
                        SwiftData._willDeinitialize(self)
                    }
                    close()
                }
            }
            """,
            macros: generatedMacros
        )
    }

    @Test func finalModelHasNoMembersForSubclasses() {
        let lines = Expansion(of: "@Model final class Trip { init() {} }").lines
        #expect(!lines.contains { $0.contains("_$superclass") || $0.contains("_$keyPaths") })
    }

    @Test func propertiesAreNumberedInDeclarationOrder() {
        let expansion = Expansion(
            of: """
                @Model final class Trip {
                    var a = 1
                    @Transient var between = 0
                    static var shared = 0
                    lazy var late = 1
                    var computed: Int { a }
                    var b: Int { didSet {} }
                    init() {}
                }
                """
        )
        #expect(expansion.diagnostics.isEmpty)
        #expect(
            expansion.lines.filter { $0.hasPrefix("@SwiftData._PersistedProperty") }
                == ["@SwiftData._PersistedProperty(0)", "@SwiftData._PersistedProperty(1)"]
        )
        #expect(expansion.lines.contains("_a = try _a.decoded(row, at: 0)"))
        #expect(expansion.lines.contains("try _b.encode(into: &row, at: 1)"))
    }

    @Test(
        arguments: [
            ("public class", "public required ", "public class "),
            ("open class", "public required ", "open class "),
            ("package final class", "package ", "package static "),
            ("private final class", "", "static "),
            ("class", "required ", "class "),
        ]
    )
    func membersHaveTheAccessLevelOfTheClass(
        introducer: String,
        initializer: String,
        schemaMetadata: String
    ) {
        let lines = Expansion(of: "@Model \(introducer) Trip { init() {} }").lines
        #expect(
            lines.contains("\(initializer)init(backingData: any SwiftData.BackingData<Trip>) {")
        )
        #expect(
            lines.contains(
                "\(schemaMetadata)var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {"
            )
        )
    }

    @Test func modelInPublicExtensionHasPublicMembers() {
        let source = "public extension Space { @Model final class Trip { init() {} } }"
        #expect(
            Expansion(of: source).lines
                .contains("public var _$state: SwiftData._ModelState.Pointer {")
        )
    }

    @Test func modelWithoutPropertiesHasAnEmptySchema() {
        let lines = Expansion(of: "@Model final class Trip { init() {} }").lines
        #expect(lines.contains("return []"))
        #expect(!lines.contains("return metadata"))
    }

    @Test func existingConformancesAreNotAdded() {
        let lines = Expansion(
            of: "@Model final class Trip: Named { init() {} }",
            modelConformances: ["Sendable"]
        ).lines
        #expect(!lines.contains { $0.contains("SwiftData.PersistentModel {") })
        #expect(!lines.contains { $0.contains("Observation.Observable {") })
        #expect(lines.contains("extension Trip: Sendable {"))
    }

    @Test func propertyReplacesObservationFunctionOfTheSameName() {
        let lines = Expansion(of: "@Model final class Trip { var access = 1; init() {} }").lines
        #expect(!lines.contains { $0.contains("func access<") })
        #expect(lines.contains { $0.contains("func withMutation<") })
    }
}
