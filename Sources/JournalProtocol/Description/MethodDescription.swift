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
        Parameter("notebook", form: .string), Parameter("tags", form: .array(.string)),
        Parameter("since", form: .scalar("day|instant")),
        Parameter("until", form: .scalar("day|instant")),
        Parameter("starred", form: .boolean), Parameter("trashed", form: .boolean),
    ]

    private static func include(_ first: Include, of values: [Include]? = nil) -> Parameter {
        guard let values else {
            return Parameter("include", form: .words(of: Include.self, default: first))
        }
        return Parameter("include", form: .word(values.map(\.rawValue)))
    }

    private static func required(_ name: String, _ form: Parameter.Form) -> Parameter {
        Parameter(name, form: form, isRequired: true)
    }

    private static func parameters(of method: MethodName) -> [Parameter] {
        var parameters = ownParameters(of: method)
        if method.namesStep { parameters.append(Parameter("step", form: .object(step))) }
        if method.traits.reportsProgress {
            parameters.append(Parameter("progress", form: .boolean))
        }
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
            [required("id", .scalar("entry")), Parameter("allowUnreadable", form: .boolean)]
        case .entryUpdate: entryUpdate
        case .entryDelete: [required("id", .scalar("entry")), Parameter("ifRev", form: .integer)]
        case .entryRestore: [required("id", .scalar("entry")), include(.ids)]
        case .entryPurge:
            [required("ids", .array(.scalar("entry"))), Parameter("more", form: .boolean)]
        case .trashEmpty: [Parameter("before", form: .scalar("instant"))]
        case .entryHistory: entryHistory
        case .entryList: entryList
        case .entrySearch: entrySearch
        case .entryCount: [Parameter("filter", form: .object(filter))] + query
        case .entryStatistics: entryStatistics
        case .attachmentAdd: attachmentAdd
        case .attachmentGet: attachmentGet
        case .attachmentList: [required("entry", .scalar("entry"))]
        case .attachmentRemove: [required("id", .scalar("uuid"))]
        case .notebookCreate: [required("name", .string)]
        case .notebookRename: [required("notebook", .string), required("name", .string)]
        case .notebookDelete:
            [required("notebook", .string), Parameter("moveEntriesTo", form: .string)]
        case .tagRename:
            [
                required("tag", .string), required("name", .string),
                Parameter("merge", form: .boolean),
            ]
        case .tagMerge: [required("tag", .string), required("into", .string)]
        case .tagDelete: [required("tag", .string)]
        case .backup, .backupVerify: [required("path", .string)]
        case .undo, .redo:
            [
                Parameter("id", form: .scalar("uuid")), Parameter("limit", form: .integer),
                Parameter("page", form: .scalar("page")),
            ]
        case .undoList: [Parameter("undone", form: .boolean), Parameter("limit", form: .integer)]
        case .storeUnlock: [required("passphrase", .string)]
        case .storeRelease: [Parameter("passphrase", form: .string)]
        case .batch: [required("calls", .array(.call))]
        case .subscribe: subscribe
        case .listOpen: listOpen
        case .listClose: [required("list", .scalar("id"))]
        case .unsubscribe: [required("sub", .scalar("id"))]
        case .cancel: [required("id", .scalar("id"))]
        }
    }

    private static let hello: [Parameter] = [
        Parameter(
            "client",
            form: .object([Parameter("name", form: .string), Parameter("version", form: .string)])
        ),
        Parameter("protocol", form: .array(.integer)),
        Parameter("require", form: .array(.string)),
    ]

    private static let step: [Parameter] = [
        required("id", .scalar("uuid")), required("client", .string),
        Parameter("command", form: .string),
    ]

    private static let entryCreate: [Parameter] = [
        Parameter("id", form: .scalar("uuid")), required("text", .string),
        Parameter("notebook", form: .string), Parameter("createNotebook", form: .boolean),
        Parameter("tags", form: .array(.string)), Parameter("starred", form: .boolean),
        Parameter("createdAt", form: .scalar("instant")), Parameter("zone", form: .string),
        Parameter("earlierTexts", form: .array(.object(earlierText))), include(.ids),
    ]

    private static let earlierText: [Parameter] = [
        required("text", .string), Parameter("replacedAt", form: .scalar("instant")),
    ]

    private static let entryUpdate: [Parameter] = [
        required("id", .scalar("entry")), Parameter("ifRev", form: .integer),
        Parameter("text", form: .string),
        Parameter("starred", form: .boolean), Parameter("notebook", form: .string),
        Parameter("createNotebook", form: .boolean), Parameter("tags", form: .array(.string)),
        Parameter("addTags", form: .array(.string)), Parameter("removeTags", form: .array(.string)),
        Parameter("createdAt", form: .scalar("instant")), Parameter("zone", form: .string),
        include(.ids),
    ]

    private static let entryHistory: [Parameter] = [
        required("id", .scalar("entry")), Parameter("version", form: .scalar("uuid")),
        Parameter("limit", form: .integer), Parameter("page", form: .scalar("page")),
        include(.summary, of: [.summary, .full]),
    ]

    private static let attachmentAdd: [Parameter] = [
        required("id", .scalar("uuid")), required("entry", .scalar("entry")),
        required("name", .string), required("size", .integer),
        Parameter("mediaType", form: .string),
        Parameter("offset", form: .integer), Parameter("data", form: .scalar("base64")),
        Parameter("digest", form: .string),
    ]

    private static let attachmentGet: [Parameter] = [
        required("id", .scalar("uuid")), Parameter("offset", form: .integer),
        Parameter("length", form: .integer),
    ]

    private static let entryList: [Parameter] = [
        Parameter("filter", form: .object(filter)),
        Parameter("order", form: .words(of: ListOrder.self, default: .newest)),
        Parameter("limit", form: .integer), Parameter("page", form: .scalar("page")),
        include(.summary),
    ]

    private static let entrySearch: [Parameter] = [
        required("query", .string), Parameter("stem", form: .boolean),
        Parameter("now", form: .scalar("instant")),
        Parameter("filter", form: .object(filter)),
        Parameter("order", form: .words(of: SearchOrder.self, default: .best)),
        Parameter("limit", form: .integer), Parameter("page", form: .scalar("page")),
        include(.summary, of: [.summary, .full]),
    ]

    private static let query: [Parameter] = [
        Parameter("query", form: .string), Parameter("stem", form: .boolean),
        Parameter("now", form: .scalar("instant")),
    ]

    private static let entryStatistics: [Parameter] =
        [Parameter("filter", form: .object(filter))] + query + [
            Parameter("from", form: .scalar("day")), Parameter("to", form: .scalar("day")),
        ]

    private static let listOpen: [Parameter] =
        [Parameter("filter", form: .object(filter))] + query + [
            Parameter("order", form: .word([ListOrder.newest, .oldest].map(\.rawValue))),
            Parameter("limit", form: .integer),
            Parameter("groupBy", form: .words(of: ListGrouping.self, default: .none)),
            include(.summary, of: [.summary, .ids]),
        ]

    private static let subscribe: [Parameter] =
        [Parameter("filter", form: .object(filter))] + query + [
            Parameter("since", form: .scalar("cursor")),
            include(.ids), Parameter("snapshot", form: .boolean),
            Parameter("noEcho", form: .boolean),
            Parameter("progress", form: .boolean),
        ]
}
