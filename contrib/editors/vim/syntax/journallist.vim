" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Lists of entries, in the columns of autoload/journal/rows.vim; results of a search start with the
# date.

if exists('b:current_syntax')
  finish
endif

syntax match journalDay /^\d\d\d\d-\d\d-\d\d \a\+$/
syntax match journalNote /^\d\+ entries are listed; .*$/
syntax match journalRow /^\%(\d\d\d\d-\d\d-\d\d \)\=\d\d:\d\d [* ] \%(≠ \)\=/
      \ contains=journalTime,journalStar,journalConflict nextgroup=journalNotebook
syntax match journalTime /^[-0-9: ]\{-}\d\d:\d\d/ contained
syntax match journalStar /\*/ contained
syntax match journalConflict /≠/ contained
syntax match journalNotebook /\S\+\%( \S\+\)*/ contained
syntax region journalMatch oneline concealends matchgroup=journalMark start=/\%x02/
      \ end=/\%x03/
syntax match journalTags /  #[^#[:space:]].*$/

highlight default link journalDay Title
highlight default link journalNote Comment
highlight default link journalTime Number
highlight default link journalStar Special
highlight default link journalConflict WarningMsg
highlight default link journalNotebook Identifier
highlight default link journalTags Tag
highlight default link journalMatch Search

b:current_syntax = 'journallist'
