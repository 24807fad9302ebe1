// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol
internal import JournalSystem
internal import TOMLKit

/// The file `config.toml`, and what is wrong with it.
///
/// A file with problems still has the settings that are valid, and one that cannot be parsed has
/// none: a mistake in it must not prevent a text from being written.
package struct SettingsFile: Sendable {
    /// Something in the file that has no effect.
    package struct Problem: Sendable, Equatable {
        /// The number of the line; nil if the problem is the file itself.
        package var line: Int?
        /// The mistake, and the valid values.
        package var message: String
    }

    private static let maximumSize = 65_536

    /// The path of the file, which need not exist; `nil` without a home directory.
    package let path: String?
    /// Whether there is a file at the path.
    package private(set) var exists = false
    /// The valid settings.
    package private(set) var settings = Settings()
    private var text = ""
    /// The directory with the folder of templates; nil if any name of a template is valid.
    private var configurationDirectory: String?
    /// The problems in the order of their lines.
    package private(set) var problems: [Problem] = []

    /// Reads the file of a user; one that does not exist has no settings.
    package init(environment: Environment) {
        let directories = UserDirectories(
            environment: environment,
            home: CurrentProcess.homeDirectory
        )
        path = try? directories.settings
        guard let path, FileStatus(path: path) != nil else { return }
        configurationDirectory = try? directories.configuration
        exists = true
        do throws(ClientError) {
            parse(try FileSystem.read(path))
        } catch {
            problems = [Problem(message: error.message)]
        }
    }

    /// Reads the content of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - content: Its content.
    ///   - configurationDirectory: The directory with the folder of templates, one of which can be
    ///     a setting; nil if any name is valid.
    package init(path: String, content: String, configurationDirectory: String? = nil) {
        self.path = path
        self.configurationDirectory = configurationDirectory
        exists = true
        parse(Array(content.utf8))
    }

    /// The problems as lines of messages: `PATH:LINE: MESSAGE`.
    package var messages: [String] {
        problems.map { problem in
            let place = (path ?? "") + (problem.line.map { ":\($0)" } ?? "")
            return "\(place): \(problem.message)"
        }
    }

    private mutating func parse(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumSize else {
            let size = "the file has \(bytes.count) bytes; the limit is \(Self.maximumSize)"
            problems = [Problem(message: size)]
            return
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            problems = [Problem(message: "the file is not UTF-8 text; nothing of it is used")]
            return
        }
        self.text = text
        let lines = SettingLines(text)
        if let line = lines.lineOfNamelessHeader {
            let message = "expected the name of a table after \"[\"; nothing of the file is used"
            problems = [Problem(line: line, message: message)]
            return
        }
        do {
            let table = try TOMLTable(string: text)
            let faults = table.keys.compactMap { key in
                fault(key, value: table[key]).map { (key, $0) }
            }
            problems = faults.map { Problem(line: lines[$0.0], message: $0.1) }
        } catch let error as TOMLParseError {
            let message = "\(error.description); nothing of the file is used"
            problems = [Problem(line: error.source.begin.line, message: message)]
        } catch {
            problems = [Problem(message: "\(error); nothing of the file is used")]
        }
        problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    }

    /// Reads a setting; returns what is wrong with it, or nil.
    private mutating func fault(_ key: String, value: (any TOMLValueConvertible)?) -> String? {
        guard let name = SettingName(rawValue: key) else {
            return "unknown setting \"\(key)\"; \"journal config\" lists the settings"
        }
        var found: Settings.Value?
        if let text = value?.string { found = .text(text) }
        if let flag = value?.bool { found = .flag(flag) }
        var changed = settings
        if let mistake = changed.set(name, to: found) ?? templateMistake(name, in: found) {
            return "invalid value of \(key); \(mistake)"
        }
        settings = changed
        return nil
    }

    /// Returns why a template cannot be used; nil if it can, or if the setting is another one.
    private func templateMistake(_ setting: SettingName, in value: Settings.Value?) -> String? {
        guard setting == .template, let configurationDirectory, case .text(let name)? = value
        else { return nil }
        do throws(ClientError) {
            let folder = TemplateFolder(configurationDirectory: configurationDirectory)
            _ = try folder.template(name)
            return nil
        } catch {
            return error.message
        }
    }
}

extension SettingsFile {
    /// The lines of the settings.
    package var lines: [SettingName: Int] {
        let lines = SettingLines(text)
        return settings.names.reduce(into: [:]) { $0[$1] = lines[$1.rawValue] }
    }
}
