// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalCommandLine

/// The help of the commands that find entries and look at them.
extension HelpText {
    static let list = """
        On a terminal, entries are below the day on which they were written; in a pipe, each is a \
        line of tab-separated fields.

        --on-this-day lists the entries of a day of the year in all years: of today, or of the day \
        given as an argument. 29 February is a day of leap years only; on 28 February of another \
        year, it is listed too. --random picks one entry that matches the other options, or the \
        number set with -n.

        --format prints each entry in another form, with these fields in braces:

          id, short         the id, and its first digits
          date, time        day and minute, where the entry was written
          weekday, zone     day of the week, and time zone
          created           the time of writing, as in RFC 3339
          modified          the time of the last change
          age               how long ago the entry was written
          notebook, tags, star
          conflict          ≠ if the text was written on two machines
          title, text       the first line that is not blank, and all lines
          snippet           the part that matches a search
          words, rev        the number of words, and the revision

        A width pads or cuts a field: {title:40}. The escapes are \\t, \\n, \\\\, \\{ and \\}.

        EXAMPLES
          journal list --on-this-day "24 dec"
          journal list --random -n 3 -t idea
          journal list --format '{date} {star:1} {title:50} {tags}'
        """

    static let stats = """
        Shows the number of entries and words, the current and the longest streak (successive days \
        with entries), and on a terminal a calendar of the last 53 weeks, in which fuller marks \
        mean more entries, and bars for months, hours of the day, days of the week and tags. Days \
        and hours are local to the place where an entry was written.

        In a pipe, each line has a name, such as day or tag, and numbers, separated by tabs; one \
        day for each of the calendar. With --year, the calendar shows that year. With --svg, the \
        calendar is drawn into a file for a browser instead; an existing file is replaced only \
        with --force.

        EXAMPLES
          journal stats -N work --since "last year"
          journal stats --year 2025 --svg 2025.svg
        """

    static let tui = """
        Shows the newest entries that match and follows their changes. The keys are

        \(BrowserKeys.lines.joined(separator: "\n"))

        e, d, s, t and m change the entry that is selected or shown. u undoes your last change, \
        also of another command, if it concerns one entry. An entry that was changed while you \
        were editing it is not overwritten: your text is saved in a file.

        EXAMPLES
          journal tui -N work
          journal tui --search 'roof OR tag:house'
        """
}
