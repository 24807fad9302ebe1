// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct FixItTests {
    @Test(
        arguments: [
            ("let a: Int", "private(set) var a: Int"),
            ("public let a: Int", "public private(set) var a: Int"),
            ("private let a: Int", "private var a: Int"),
            ("/// Words.\n    let a: Int", "/// Words.\n    private(set) var a: Int"),
            ("var a = 1, b: Int = 2", "var a = 1\n    var b: Int = 2"),
            ("public var a, b: Int", "public var a: Int\n    public var b: Int"),
            ("@Attribute @Transient var a = 1", "@Transient var a = 1"),
            ("@Attribute var a: Int { 1 }", "var a: Int { 1 }"),
            ("@Attribute @Attribute(.unique) var a = 1", "@Attribute var a = 1"),
        ]
    )
    func fixItRepairsTheMember(member: String, fixed: String) {
        func model(_ member: String) -> String {
            """
            @Model final class Trip {
                \(member)
                init() {}
            }
            """
        }
        #expect(Expansion(of: model(member)).fixed == model(fixed))
    }

    @Test func addedInitializerTakesPropertiesWithoutDefaults() {
        let expansion = Expansion(
            of: """
                enum Schema {
                    @Model public class Trip {
                        var title: String
                        var note: String?
                        var steps: [Int]
                        var done = false
                    }
                }
                """
        )
        #expect(
            expansion.fixed == """
                enum Schema {
                    @Model public class Trip {
                        var title: String
                        var note: String?
                        var steps: [Int]
                        var done = false
                        public init(title: String, steps: [Int]) {
                            self.title = title
                            self.steps = steps
                        }
                    }
                }
                """
        )
    }

    @Test func addedInitializerIsEmptyIfAllPropertiesHaveDefaults() {
        let expansion = Expansion(of: "@Model final class Trip {\n    var done = false\n}")
        #expect(
            expansion.fixed == "@Model final class Trip {\n    var done = false\n    init() {}\n}"
        )
    }
}
