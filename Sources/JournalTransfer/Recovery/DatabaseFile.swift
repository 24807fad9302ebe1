// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The pages of an SQLite database that may be damaged, and of its write-ahead log.
///
/// Nothing of what the pages say is trusted.
struct DatabaseFile {
    /// The size of a page in bytes.
    let pageSize: Int
    /// The number of bytes of a page that SQLite uses.
    let usableSize: Int
    /// The number of pages.
    let pageCount: Int
    private let file: any PageFile
    private let log: WriteAheadLog?

    /// Opens a database; a header that is damaged is replaced by the usual values.
    init(_ file: any PageFile, log logFile: (any PageFile)?) {
        let log = logFile.flatMap { WriteAheadLog($0) }
        let header = log?.page(1) ?? file.bytes(at: 0, count: 100)
        let hasMagic = header.starts(with: Array("SQLite format 3\0".utf8))
        let written = header.integer(at: 16, width: 2).map { $0 == 1 ? 65_536 : $0 }
        let pageSize =
            log?.pageSize ?? written.flatMap { hasMagic && Self.isPageSize($0) ? $0 : nil } ?? 4_096
        let reserved = hasMagic ? header.integer(at: 20, width: 1) ?? 0 : 0
        self.file = file
        self.log = log
        self.pageSize = pageSize
        usableSize = pageSize - reserved >= 480 ? pageSize - reserved : pageSize
        pageCount = max((file.size + pageSize - 1) / pageSize, log?.pageCount ?? 0)
    }

    /// Returns whether a number can be the size of a page.
    static func isPageSize(_ size: Int) -> Bool {
        (512...65_536).contains(size) && size & (size - 1) == 0
    }

    /// Returns a page; nil if it is outside of the file or cannot be read.
    func page(_ number: Int) -> [UInt8]? {
        guard number > 0, number <= pageCount else { return nil }
        if let page = log?.page(number) { return page.count == pageSize ? page : nil }
        let bytes = file.bytes(at: (number - 1) * pageSize, count: pageSize)
        return bytes.count == pageSize ? bytes : nil
    }

    /// The numbers of the free pages in the readable part of their list.
    var freePages: Set<Int> {
        var free: Set<Int> = []
        var trunk = page(1)?.integer(at: 32, width: 4) ?? 0
        while trunk > 0, free.insert(trunk).inserted, let page = page(trunk) {
            let count = min(page.integer(at: 4, width: 4) ?? 0, usableSize / 4 - 2)
            for index in 0..<max(0, count) {
                if let leaf = page.integer(at: 8 + 4 * index, width: 4) { free.insert(leaf) }
            }
            trunk = page.integer(at: 0, width: 4) ?? 0
        }
        return free
    }
}
