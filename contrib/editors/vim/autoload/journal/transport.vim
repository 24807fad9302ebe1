" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# The socket and the form of messages on it: one JSON object per line. A change of the framing, such
# as to the json mode of channels, concerns only this file.

# Stands for U+0000, which Vim's strings cannot contain. An unpaired surrogate is free for this,
# because the daemon neither accepts nor sends one.
export const NUL = "\xed\xa0\x80"

# Surrogates, except for NUL, and what is beyond the last code point of Unicode.
const NO_CHARACTER = '\%#=2[\ud801-\udfff\U110000-\U7fffffff]'

# Returns the line, without its terminator, that contains a message.
export def Encode(message: dict<any>): string
  return json_encode(message)->substitute(NUL, '\\u0000', 'g')
enddef

# Returns whether all strings in the parameters of a message are UTF-8, so that they arrive as they
# are.
export def IsText(params: dict<any>): bool
  var strings = string(params)
  var is_ascii = strlen(strings) == strchars(strings) && strings !~ '[^\x00-\x7f]'
  # Bytes that are not UTF-8 become code points, which have other bytes.
  return is_ascii || list2str(str2list(strings)) ==# strings && strings !~ NO_CHARACTER
enddef

# Returns the message in a line, or an empty dictionary if there is none.
export def Decode(line: string): dict<any>
  var json = line
  if stridx(json, '\u0000') >= 0
    # Consumes escapes in pairs, because the characters \u0000 can follow an escaped backslash.
    json = json->substitute('\\\(u0000\|.\)', (m) => m[0] == '\u0000' ? '\ud800' : m[0], 'g')
  endif
  var message: any = {}
  try
    message = json_decode(json)
  catch /^Vim\%((\a\+)\)\=:E/
  endtry
  return type(message) == v:t_dict ? message : {}
enddef

# Connects to the socket at `path`. `Received` is called with each message, `Closed` when the daemon
# closes the connection. Throws if the connection fails.
export def Open(path: string, Received: func(dict<any>), Closed: func()): channel
  var handle = ch_open('unix:' .. path, {
    mode: 'nl',
    noblock: 1,
    callback: (_, line) => {
      if line != ''
        Received(Decode(line))
      endif
    },
    close_cb: (_) => Closed(),
  })
  if ch_status(handle) != 'open'
    throw 'journal: no connection to ' .. path
  endif
  return handle
enddef

# Sends a message without waiting. Returns the number of bytes.
export def Send(handle: channel, message: dict<any>): number
  var line = Encode(message) .. "\n"
  ch_sendraw(handle, line)
  return strlen(line)
enddef

# Writes what did not fit into the socket. Vim does so only when it writes again; the daemon ignores
# empty lines.
export def Flush(handle: channel)
  ch_sendraw(handle, "\n")
enddef

export def Close(handle: channel)
  if ch_status(handle) != 'closed'
    ch_close(handle)
  endif
enddef
