// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A user with random actions.
struct DiaryUser {
    var random: SplitMix

    /// Does something and saves.
    mutating func act(step: Int, in context: ModelContext) throws {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<24: try addEntry("t\(step)", in: context)
        case ..<42: try entry(context)?.text = "t\(step)"
        case ..<50: try addPart("p\(step)", in: context)
        case ..<55: try entry(context)?.isStarred.toggle()
        case ..<62: try entry(context)?.notebook = element(try context.all())
        case ..<72: try toggleTag(in: context)
        case ..<80: try entry(context).map(context.delete)
        case ..<85: try rename(in: context)
        case ..<90: try deleteEmptyNotebook(in: context)
        case ..<94: element(try context.all(Diary.Tag.self)).map(context.delete)
        case ..<97: try entry(context)?.related = try entry(context)
        default: try editParts("e\(step)", in: context)
        }
        try context.save()
    }

    private mutating func element<Model>(_ models: [Model]) -> Model? {
        models.randomElement(using: &random)
    }

    private mutating func entry(_ context: ModelContext) throws -> Diary.Entry? {
        element(try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.uuid)])))
    }

    private mutating func notebook(in context: ModelContext) throws -> Diary.Notebook? {
        let name = element(["work", "home", "trip"]) ?? ""
        let all = try context.all(Diary.Notebook.self)
        return all.first { $0.name == name } ?? context.add(Diary.Notebook(name))
    }

    private mutating func tag(in context: ModelContext) throws -> Diary.Tag {
        let name = element(["red", "blue"]) ?? ""
        let all = try context.all(Diary.Tag.self)
        return all.first { $0.name == name } ?? context.add(Diary.Tag(name))
    }

    private mutating func addEntry(_ text: String, in context: ModelContext) throws {
        let entry = context.add(Diary.Entry(text, in: try notebook(in: context)))
        if Bool.random(using: &random) { entry.tags.append(try tag(in: context)) }
    }

    private mutating func addPart(_ text: String, in context: ModelContext) throws {
        guard let entry = try entry(context) else { return }
        if Bool.random(using: &random) {
            let attachment = Diary.Attachment("x", text)
            entry.attachments.append(attachment)
            attachment.pieces = (0..<2).map { Diary.Piece($0, text) }
        } else {
            entry.earlierTexts.append(Diary.EarlierText(entry.text))
            entry.text = text
        }
    }

    private mutating func editParts(_ text: String, in context: ModelContext) throws {
        guard let part = element(try context.all(Diary.Attachment.self)) else { return }
        part.content = Data(text.utf8)
        part.name = text
        if let piece = element(part.pieces), Bool.random(using: &random) {
            context.delete(piece)
        } else {
            part.pieces.append(Diary.Piece(Int.random(in: 3..<99_999, using: &random), text))
        }
    }

    private mutating func toggleTag(in context: ModelContext) throws {
        guard let entry = try entry(context) else { return }
        let tag = try tag(in: context)
        if entry.tags.contains(tag) {
            entry.tags.removeAll { $0 == tag }
        } else {
            entry.tags.append(tag)
        }
    }

    private mutating func rename(in context: ModelContext) throws {
        let name = element(["work", "home", "trip", "misc"]) ?? ""
        let all = try context.all(Diary.Notebook.self)
        guard !all.contains(where: { $0.name == name }) else { return }
        element(all)?.name = name
    }

    private mutating func deleteEmptyNotebook(in context: ModelContext) throws {
        let empty = try context.all(Diary.Notebook.self).filter(\.entries.isEmpty)
        if let notebook = element(empty) { context.delete(notebook) }
    }
}
