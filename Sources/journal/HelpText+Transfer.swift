// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let export = """
        Entries are written oldest first, without those in the trash; the conditions select some \
        of them. The end of the name determines the format: .json, .jsonl, .md, .txt (the text \
        file of jrnl), .html, or --format.

        A folder also receives the attached files. With markdown it has a folder for each day with \
        a file for each entry; with dayone, the files as Day One exports them. Earlier versions \
        are omitted, except with --earlier-texts in the JSON of the journal. The text file of jrnl \
        has no place for ids, notebooks, time zones, fractions of seconds, empty lines around a \
        text, carriage returns, and spaces and symbols in tags, and a word such as @home in a text \
        becomes a tag; jrnl-json keeps them.

        An interrupted export into a folder keeps the files that it has written, and reports that \
        the folder is incomplete.

        Entries and files that are damaged in the store are omitted and listed, and the exit \
        status is 74.

        EXAMPLES
          journal export -o journal.json
          journal export -o notes/                    Markdown, one folder a day
          journal export -o work.html -t release      one page for a browser
          journal export --format jrnl > journal.txt
          journal export -o dayone/ --format dayone
        """

    static let `import` = """
        Reads the exports of this command in every format but html, text and JSON of jrnl without \
        attached files, JSON of Day One with its folders of media, and folders of Markdown with or \
        without front matter (date, tags, title, notebook, starred). The content determines the \
        format. Earlier versions in an export, or in the output of journal recover, are imported \
        too.

        Of Markdown, the files that a text shows as images are attached if the folder contains \
        them. The result counts the others as missing, and lists the fields of front matter that \
        an entry cannot store, which are omitted. A #tag in the text does not become a tag.

        Places and weather of Day One are omitted and counted; with --places, they become the last \
        lines of the entries. Decide at the first import: an entry that exists is not changed. A \
        time zone without an IANA name, such as GMT+0200 or PST, is replaced by one with the same \
        offset, such as Etc/GMT-2, or by UTC if its offset has minutes; the time of the entry \
        keeps the offset, and the result names the zone.

        An archive is unpacked into $TMPDIR. One that would become more than 100 times as large, \
        or has a file over 1 GiB, is refused; if you trust it, unpack it and import the folder.

        An import can be repeated: an entry that exists is not created again, and one that was \
        edited since is not changed. So an import that was interrupted is resumed by the same \
        command. An entry of the text file of jrnl, which has no ids, exists only if it was \
        imported from such a file before. journal undo moves its entries to the trash, where a \
        further import finds them; to import them anew, empty the trash. Dates without a UTC \
        offset are in your time zone.

        At a record that cannot be imported, the import stops and names the file and the line; \
        what precedes it is imported. With --keep-going, such records are named and skipped, and \
        so are files that cannot be read; the exit status is 65. In a file with an object per \
        line, a broken line is skipped; in an array of JSON that is broken, what follows is not \
        found, and the next file is read. --dry-run rejects what the import would reject, with the \
        same messages and exit status.

        EXAMPLES
          journal import --dry-run journal.txt
          journal import journal.txt --notebook old
          journal import ~/DayOneExport/
          journal import --places ~/DayOne.zip
        """
}
