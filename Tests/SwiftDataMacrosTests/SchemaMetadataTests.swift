// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

/// The mapping of property declarations to schema metadata.
struct SchemaMetadataTests {
    @Test(
        arguments: [
            ("var x: Int", #"metadata: nil"#),
            ("var x: Int = 3", #"defaultValue: 3, metadata: nil"#),
            ("var x = [1, 2]", #"defaultValue: [1, 2], metadata: nil"#),
            ("var x: Date = .now", #"defaultValue: .now, metadata: nil"#),
            ("var x: Int?", #"metadata: nil"#),
            ("var x: Int? = nil", #"defaultValue: nil, metadata: nil"#),
            (
                "@Attribute(.unique, originalName: \"y\") var x: Int",
                #"metadata: SwiftData.Schema.Attribute(.unique, originalName: "y")"#
            ),
            ("@Attribute var x: Int", #"metadata: SwiftData.Schema.Attribute()"#),
            (
                "@SwiftData.Attribute(.unique) var x: Int",
                #"metadata: SwiftData.Schema.Attribute(.unique)"#
            ),
            (
                #"@Relationship(deleteRule: .cascade, inverse: \Step.trip) var x: [Step] = []"#,
                #"defaultValue: [], metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Step.trip)"#
            ),
            (
                "@Relationship(inverse: nil) var x: [Step] = []",
                "defaultValue: [], "
                    + "metadata: SwiftData.Schema.Relationship(inverse: nil)._unidirectional()"
            ),
        ]
    )
    func propertyIsDescribed(declaration: String, description: String) {
        let expansion = Expansion(of: "@Model final class Trip { \(declaration); init() {} }")
        let entry = #"(name: "x", keypath: \Trip.x, storage: { $1(&$0._x) }, "# + description + "))"
        #expect(expansion.diagnostics.isEmpty)
        #expect(
            expansion.lines.joined(separator: " ").contains(
                "metadata.append(SwiftData.Schema.PropertyMetadata" + entry
            )
        )
    }

    @Test func escapedNamesAreUnescapedInTheSchema() {
        let lines = Expansion(of: "@Model final class Trip { var `in` = 1; init() {} }").lines
        #expect(
            lines.joined(separator: " ").contains(
                #"metadata.append(SwiftData.Schema.PropertyMetadata(name: "in", keypath: \Trip.`in`, storage: { $1(&$0._in) }, defaultValue: 1, metadata: nil))"#
            )
        )
    }

    @Test func indexesPrecedeUniqueConstraints() {
        let expansion = Expansion(
            of: #"""
                @Model final class Trip {
                    #Unique<Trip>([\.x], [\.x, \.y])
                    #Index<Trip>([\.y])
                    #Index<Trip>(.rtree([\.x]))
                    init() {}
                }
                """#
        )
        let expected = [
            ("Index", #"([\.y])"#), ("Index", #"(.rtree([\.x]))"#),
            ("Unique", #"([\.x], [\.x, \.y])"#),
        ].map { kind, arguments in
            #"metadata.append(SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.\#(kind)", "#
                + #"keypath: \SwiftData.Schema.encodingVersion, "#
                + "metadata: SwiftData.Schema.\(kind)<Trip>\(arguments)))"
        }
        #expect(expansion.diagnostics.isEmpty)
        #expect(expansion.lines.filter { $0.hasPrefix("metadata.append") } == expected)
    }
}
