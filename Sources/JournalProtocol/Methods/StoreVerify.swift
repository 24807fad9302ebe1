// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decrypts every value of an encrypted journal, to find damaged ones.
package struct StoreVerify: MethodCall {
    package static let method = MethodName.storeVerify

    /// Creates a request.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The result of the check.
    package struct Reply: JSONConvertible, Equatable {
        /// The problems, at most as many as fit in a message for people.
        package var problems: [String]
        /// The numbers of values, and the entries with damaged ones.
        package var values: EncryptedValueReport

        /// Creates a reply.
        package init(problems: [String], values: EncryptedValueReport) {
            self.problems = problems
            self.values = values
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            problems = try fields.array("problems") ?? []
            values = try fields.required("values")
        }

        package var json: JSON {
            [
                "intact": .bool(problems.isEmpty),
                "problems": .array(problems.map { .string($0) }), "values": values.json,
            ]
        }
    }
}
