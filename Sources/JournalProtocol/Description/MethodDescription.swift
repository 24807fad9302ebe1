// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of a method, for `describe` and for warnings about unknown members.
package struct MethodDescription: Sendable, Equatable {
    /// The name of the method.
    package let method: MethodName
    /// The parameters in the order of the specification.
    package let parameters: [Parameter]
    /// The first version of the daemon that has the method.
    package let since: String

    private static let all = Dictionary(
        uniqueKeysWithValues: MethodName.allCases.map { method in
            let description = MethodDescription(
                method: method,
                parameters: parameters(of: method),
                since: "0.1.0"
            )
            return (method, description)
        }
    )

    /// Returns the description of a method.
    package static func of(_ method: MethodName) -> MethodDescription {
        all[method] ?? MethodDescription(method: method, parameters: [], since: "0.1.0")
    }

    /// The JSON form that `describe` reports.
    package var json: JSON {
        var object = JSONObject()
        object.append("name", method.rawValue)
        object.append("since", since)
        object.append("access", method.traits.access.rawValue)
        object.append("batchable", method.traits.isBatchable)
        object.append("parameters", JSON.array(parameters.map(\.json)))
        return .object(object)
    }
}

extension MethodDescription {
    /// The members of a filter.
    static let filter: [Parameter] = [
        Parameter("notebook", .string), Parameter("tags", .array(.string)),
        Parameter("since", .scalar("day|instant")), Parameter("until", .scalar("day|instant")),
        Parameter("starred", .boolean), Parameter("trashed", .boolean),
    ]

    private static func include(_ first: Include, _ values: [Include]? = nil) -> Parameter {
        guard let values else {
            return Parameter("include", .words(of: Include.self, default: first))
        }
        return Parameter("include", .word(values.map(\.rawValue)))
    }

    private static func required(_ name: String, _ form: Parameter.Form) -> Parameter {
        Parameter(name, form, isRequired: true)
    }

    private static func parameters(of method: MethodName) -> [Parameter] {
        var parameters = ownParameters(of: method)
        if method.namesStep { parameters.append(Parameter("step", .object(step))) }
        if method.traits.reportsProgress { parameters.append(Parameter("progress", .boolean)) }
        return parameters
    }

    private static func ownParameters(of method: MethodName) -> [Parameter] {
        switch method {
        case .notebookList, .tagList, .flush, .status, .shutdown, .describe, .clients,
            .storeLock, .storeVerify, .storeCompact:
            []
        case .hello: hello
        case .entryCreate: entryCreate
        case .entryGet:
            [required("id", .scalar("entry")), Parameter("allowUnreadable", .boolean)]
        case .entryUpdate: entryUpdate
        case .entryDelete: [required("id", .scalar("entry")), Parameter("ifRev", .integer)]
        case .entryRestore: [required("id", .scalar("entry")), include(.ids)]
        case .entryPurge: [required("ids", .array(.scalar("entry")))]
        case .trashEmpty: [Parameter("before", .scalar("instant"))]
        case .entryHistory: entryHistory
        case .entryList: entryList
        case .entrySearch: entrySearch
        case .entryCount: [Parameter("filter", .object(filter))] + query
        case .entryStatistics: entryStatistics
        case .attachmentAdd: attachmentAdd
        case .attachmentGet: attachmentGet
        case .attachmentList: [required("entry", .scalar("entry"))]
        case .attachmentRemove: [required("id", .scalar("uuid"))]
        case .notebookCreate: [required("name", .string)]
        case .notebookRename: [required("notebook", .string), required("name", .string)]
        case .notebookDelete: [required("notebook", .string), Parameter("moveEntriesTo", .string)]
        case .tagRename:
            [required("tag", .string), required("name", .string), Parameter("merge", .boolean)]
        case .tagMerge: [required("tag", .string), required("into", .string)]
        case .tagDelete: [required("tag", .string)]
        case .backup, .backupVerify: [required("path", .string)]
        case .undo, .redo:
            [
                Parameter("id", .scalar("uuid")), Parameter("limit", .integer),
                Parameter("page", .scalar("page")),
            ]
        case .undoList: [Parameter("undone", .boolean), Parameter("limit", .integer)]
        case .storeUnlock: [required("passphrase", .string)]
        case .storeRelease: [Parameter("passphrase", .string)]
        case .batch: [required("calls", .array(.call))]
        case .subscribe: subscribe
        case .listOpen: listOpen
        case .listClose: [required("list", .scalar("id"))]
        case .unsubscribe: [required("sub", .scalar("id"))]
        case .cancel: [required("id", .scalar("id"))]
        }
    }

    private static let hello: [Parameter] = [
        Parameter("client", .object([Parameter("name", .string), Parameter("version", .string)])),
        Parameter("protocol", .array(.integer)),
        Parameter("require", .array(.string)),
    ]

    private static let step: [Parameter] = [
        required("id", .scalar("uuid")), required("client", .string),
        Parameter("command", .string),
    ]

    private static let entryCreate: [Parameter] = [
        Parameter("id", .scalar("uuid")), required("text", .string),
        Parameter("notebook", .string), Parameter("createNotebook", .boolean),
        Parameter("tags", .array(.string)), Parameter("starred", .boolean),
        Parameter("createdAt", .scalar("instant")), Parameter("zone", .string),
        Parameter("earlierTexts", .array(.object(earlierText))), include(.ids),
    ]

    private static let earlierText: [Parameter] = [
        required("text", .string), Parameter("replacedAt", .scalar("instant")),
    ]

    private static let entryUpdate: [Parameter] = [
        required("id", .scalar("entry")), Parameter("ifRev", .integer), Parameter("text", .string),
        Parameter("starred", .boolean), Parameter("notebook", .string),
        Parameter("createNotebook", .boolean), Parameter("tags", .array(.string)),
        Parameter("addTags", .array(.string)), Parameter("removeTags", .array(.string)),
        Parameter("createdAt", .scalar("instant")), Parameter("zone", .string), include(.ids),
    ]

    private static let entryHistory: [Parameter] = [
        required("id", .scalar("entry")), Parameter("version", .scalar("uuid")),
        Parameter("limit", .integer), Parameter("page", .scalar("page")),
        include(.summary, [.summary, .full]),
    ]

    private static let attachmentAdd: [Parameter] = [
        required("id", .scalar("uuid")), required("entry", .scalar("entry")),
        required("name", .string), required("size", .integer), Parameter("mediaType", .string),
        Parameter("offset", .integer), Parameter("data", .scalar("base64")),
        Parameter("digest", .string),
    ]

    private static let attachmentGet: [Parameter] = [
        required("id", .scalar("uuid")), Parameter("offset", .integer),
        Parameter("length", .integer),
    ]

    private static let entryList: [Parameter] = [
        Parameter("filter", .object(filter)),
        Parameter("order", .words(of: ListOrder.self, default: .newest)),
        Parameter("limit", .integer), Parameter("page", .scalar("page")), include(.summary),
    ]

    private static let entrySearch: [Parameter] = [
        required("query", .string), Parameter("stem", .boolean),
        Parameter("now", .scalar("instant")),
        Parameter("filter", .object(filter)),
        Parameter("order", .words(of: SearchOrder.self, default: .best)),
        Parameter("limit", .integer), Parameter("page", .scalar("page")),
        include(.summary, [.summary, .full]),
    ]

    private static let query: [Parameter] = [
        Parameter("query", .string), Parameter("stem", .boolean),
        Parameter("now", .scalar("instant")),
    ]

    private static let entryStatistics: [Parameter] =
        [Parameter("filter", .object(filter))] + query + [
            Parameter("from", .scalar("day")), Parameter("to", .scalar("day")),
        ]

    private static let listOpen: [Parameter] =
        [Parameter("filter", .object(filter))] + query + [
            Parameter("order", .word([ListOrder.newest, .oldest].map(\.rawValue))),
            Parameter("limit", .integer),
            Parameter("groupBy", .words(of: ListGrouping.self, default: .none)),
            include(.summary, [.summary, .ids]),
        ]

    private static let subscribe: [Parameter] =
        [Parameter("filter", .object(filter))] + query + [
            Parameter("since", .scalar("cursor")),
            include(.ids), Parameter("snapshot", .boolean), Parameter("noEcho", .boolean),
            Parameter("progress", .boolean),
        ]
}
