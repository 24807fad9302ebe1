// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct PersistedPropertyExpansionTests {
    @Test func propertyGainsAccessorsAndStorage() {
        expectExpansion(
            of: """
                final class Trip {
                    @_PersistedProperty(3) var title: String
                }
                """,
            #"""
            final class Trip {
                var title: String {
                    @storageRestrictions(accesses: _title, initializes: _$initialized_title)
                    init(initialValue) {
                        _title = .init(value: initialValue)
                        _$initialized_title = SwiftData._Initialized()
                    }
                    get {
                        _$model.access(self, keyPath: \.title)
                        if let value = _title.loaded {
                            return value
                        }
                        return _$model.resolve(self, \._title, at: 3)
                    }
                    set {
                        _$model.assign(
                            newValue,
                            to: self,
                            keyPath: \.title,
                            storage: \._title,
                            at: 3
                        )
                    }
                }

                @exclusivity(unchecked) private var _title = SwiftData._storage(of: String.self)

                private var _$initialized_title: SwiftData._Initialized
            }
            """#,
            macros: generatedMacros
        )
    }

    @Test func constantHasNoSetter() {
        expectExpansion(
            of: """
                final class Trip {
                    @_PersistedProperty(0) let id: Int
                }
                """,
            #"""
            final class Trip {
                let id: Int {
                    @storageRestrictions(accesses: _id, initializes: _$initialized_id)
                    init(initialValue) {
                        _id = .init(value: initialValue)
                        _$initialized_id = SwiftData._Initialized()
                    }
                    get {
                        _$model.access(self, keyPath: \.id)
                        if let value = _id.loaded {
                            return value
                        }
                        return _$model.resolve(self, \._id, at: 0)
                    }
                }

                @exclusivity(unchecked) private var _id = SwiftData._storage(of: Int.self)

                private var _$initialized_id: SwiftData._Initialized
            }
            """#,
            macros: generatedMacros
        )
    }

    @Test(
        arguments: [
            ("var x: [Step]", true), ("var x: [Step]?", true), ("var x: [String] = []", true),
            ("var x = [Step]()", true), ("var x: Array<Step>", true),
            ("var x = Array<Step>()", true),
            ("@Relationship(.ordered) var x: [Step] = []", true), ("let x: [String]", false),
            ("var x: Step", false), ("var x: [String: Int]", true), ("var x = [1]", true),
            ("var x: [String: Int]?", true), ("var x = [String: Int]()", true),
            ("var x = [:]", true), ("var x: Set<Int> = []", true), ("var x = Set<Int>()", true),
            ("var x: Dictionary<Int, Int>", true), ("var x: Data", true), ("var x = Data()", true),
            ("var x: Set", false), ("var x = 1", false), ("var x = Step()", false),
            ("@Attribute(.codable) var x: [Size]", true),
            ("@Attribute(.transformable(by: T.self)) var x: [Size]", false),
        ]
    )
    func collectionsAreModifiedInPlace(declaration: String, isInPlace: Bool) {
        let lines = Expansion(
            of: "final class Trip { @_PersistedProperty(0) \(declaration) }",
            macros: generatedMacros
        ).lines
        #expect(lines.contains("_modify {") == isInPlace)
        #expect(
            lines.contains("var value = _$model.beginModification(") == isInPlace
        )
    }

    @Test(
        arguments: [
            ("x: [String: Int]?", "_x = SwiftData._storage(of: [String: Int]?.self)"),
            ("x: Int!", "_x = SwiftData._storage(of: Int?.self)"),
            ("x: Outer.Kind", "_x = SwiftData._storage(of: Outer.Kind.self)"),
            ("x: any Shape", "_x = SwiftData._storage(of: (any Shape).self)"),
            ("x: Shape & Round", "_x = SwiftData._storage(of: (Shape & Round).self)"),
            ("x = Kind.novel", "_x = SwiftData._storage(like: Kind.novel)"),
            ("`in`: Int", "_in = SwiftData._storage(of: Int.self)"),
            ("`two words`: Int", "`_two words` = SwiftData._storage(of: Int.self)"),
        ]
    )
    func storageTypeFollowsThePropertyType(declaration: String, storage: String) {
        let lines = Expansion(
            of: "final class Trip { @_PersistedProperty(0) public var \(declaration) }",
            macros: generatedMacros
        ).lines
        #expect(lines.contains("@exclusivity(unchecked) private var \(storage)"))
    }

    @Test(
        arguments: [
            ("@Attribute(.codable) var x: Size", "_codableStorage(of: Size.self)"),
            ("@Attribute(.unique, .codable) var x = 1", "_codableStorage(like: 1)"),
            (
                "@Attribute(Schema.Attribute.Option.codable) var x: Size?",
                "_codableStorage(of: Size?.self)"
            ),
            (
                "@Attribute(.transformable(by: T.self)) var x: Size",
                "_transformableStorage(of: Size.self)"
            ),
            (
                "@Attribute(.spotlight, .transformable(by: \"T\")) var x: Size?",
                "_transformableStorage(of: Size?.self)"
            ),
            ("@Attribute(.unique, originalName: \"codable\") var x: Int", "_storage(of: Int.self)"),
        ]
    )
    func optionSelectsTheStorage(declaration: String, storage: String) {
        let expansion = Expansion(
            of: "final class Trip { @_PersistedProperty(0) \(declaration) }",
            macros: generatedMacros
        )
        #expect(expansion.diagnostics.isEmpty)
        #expect(
            expansion.lines.contains(
                "@exclusivity(unchecked) private var _x = SwiftData.\(storage)"
            )
        )
    }
}
