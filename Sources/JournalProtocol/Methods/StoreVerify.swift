// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decrypts every value of an encrypted journal, to find damaged ones.
package struct StoreVerify: MethodCall {
    package static let method = MethodName.storeVerify

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The result of the check.
    package struct Reply: ProtocolObject, Equatable {
        /// The problems, at most as many as fit in a message for people.
        package var problems: [String]
        /// The numbers of values, and the entries with damaged ones.
        package var values: EncryptedValueReport

        /// Creates a reply.
        package init(problems: [String], values: EncryptedValueReport) {
            self.problems = problems
            self.values = values
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            fields.derived("intact", \.problems.isEmpty)
            problems = try fields.sent("problems", \.problems, ifAbsent: [])
            values = try fields.required("values", \.values)
        }
    }
}
