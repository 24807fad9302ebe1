// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Asks to give a request up; that request is still answered, with the kind `cancelled`.
///
/// Usually sent without an id. A request that was answered already is left alone.
package struct Cancel: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.cancel

    /// The id of the request to give up.
    package var id: RequestID

    /// Names a request.
    package init(id: RequestID) { self.id = id }

    package init(json: JSON) throws(InvalidParams) {
        id = try JSONFields(json).required("id")
    }

    package var json: JSON { ["id": id.json] }
}
