// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient

/// A pipe between a test and a program, whose end of the program does not block.
final class SlowPipe {
    /// The direction of a pipe.
    enum Direction {
        case toProgram
        case fromProgram
    }

    private let direction: Direction
    private let reading: Int32
    private let writing: Int32
    private var isEnded = false

    init(_ direction: Direction) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Stuck("cannot make a pipe: error \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.direction = direction
        (reading, writing) = (ends[0], ends[1])
        let end = direction == .toProgram ? reading : writing
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(reading)
        if !isEnded { close(writing) }
    }

    /// Starts `journal` with the pipe as its standard input or output.
    func start(_ arguments: [String], in bed: TestBed) throws -> ChildProcess {
        try start(Built.journal, arguments + ["--timeout", "40"], in: bed)
    }

    /// Starts a program with the pipe as its standard input or output.
    func start(
        _ program: String,
        _ arguments: [String],
        in bed: TestBed
    ) throws -> ChildProcess {
        let isInput = direction == .toProgram
        let script = isInput ? #"exec "$0" "$@" <&3 3<&-"# : #"exec "$0" "$@" >&3 3>&-"#
        let child = try ChildProcess(
            ["/bin/sh", "-c", script, program] + arguments,
            environment: bed.environment,
            descriptors: [isInput ? reading : writing],
            files: bed.root + "/files"
        )
        if !isInput { end() }
        return child
    }

    /// The number of bytes that were written and not read yet.
    private var pending: Int32 {
        var count: Int32 = 0
        // FIONREAD of <asm-generic/ioctls.h>.
        return ioctl(reading, 0x541B, &count) == 0 ? count : 0
    }

    /// Writes a text and waits until the program has read it.
    func write(_ text: String) throws {
        guard FileSystem.write(Array(text.utf8), descriptor: writing) else {
            throw Stuck("the program has closed its input")
        }
        try eventually("a program that reads") { pending == 0 ? true : nil }
    }

    /// Closes the end of the test.
    func end() {
        if !isEnded { close(writing) }
        isEnded = true
    }

    /// Waits until the program has written a number of bytes, and then reads to the end.
    func read(after count: Int32) throws -> [UInt8] {
        try eventually("a program that writes") { pending >= count ? true : nil }
        return try FileSystem.read(descriptor: reading, name: "the pipe")
    }
}
