// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct DoctorCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the journal and say what to do.",
        discussion: HelpText.doctor
    )

    @Flag(name: .long, help: "Check everything, and do what is safe to do about the findings.")
    var fix = false

    @Flag(name: .long, help: "Check the whole store and the newest backup, which takes longer.")
    var full = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        var options = common.options
        options.mayStart = false
        let quiet = CommandContext(options, environment: context.environment)
        // Only a check of everything finds an index that must be repaired.
        let isFull = full || fix
        var doctor = try Doctor(context, quiet: quiet, isFull: isFull)
        var findings = doctor.findings()
        var repairs: [Finding] = []
        if fix {
            repairs = doctor.repair(findings)
            if !repairs.isEmpty {
                let next = CommandContext(options, environment: context.environment)
                doctor = try Doctor(context, quiet: next, isFull: isFull)
                findings = doctor.findings()
            }
        }
        show(findings, repairs: repairs, in: context)
        try context.output.flush()
        let count = Doctor.errorCount(findings, after: repairs)
        guard count > 0 else { return }
        throw ClientError(.nothingFound, count == 1 ? "1 error" : "\(count) errors")
    }

    private func show(
        _ findings: [Finding],
        repairs: [Finding],
        in context: CommandContext
    ) {
        switch context.format {
        case .text:
            for repair in repairs {
                context.output.line("\(repair.state == .ok ? "fixed" : "failed")  \(repair.text)")
            }
            for line in DoctorText.lines(findings, for: context.terminal) {
                context.output.line(styled: line)
            }
        case .json:
            context.output.line([
                "findings": .array(findings.map(\.json)), "repairs": .array(repairs.map(\.json)),
            ])
        case .jsonLines: findings.forEach { context.output.line($0.json) }
        }
    }
}
