" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
if !has('vim9script') || !has('patch-9.0.1000') || !has('channel') || !has('job')
  finish
endif
vim9script noclear

# Commands and buffers of the journal; see :help journal.

if exists('g:loaded_journal')
  finish
endif
g:loaded_journal = 1

import autoload '../autoload/journal/action.vim'
import autoload '../autoload/journal/entry.vim'
import autoload '../autoload/journal/listing.vim'
import autoload '../autoload/journal/machines.vim'
import autoload '../autoload/journal/results.vim'
import autoload '../autoload/journal/watch.vim'

command -nargs=* -complete=customlist,journal#completion#Selection Journal
      \ listing.Open(<q-args>, <q-mods>)
command -nargs=* -complete=customlist,journal#completion#Selection JournalSearch
      \ results.Open(<q-args>, <q-mods>)
command -nargs=* -range -bang -complete=customlist,journal#completion#Options JournalNew
      \ action.New(<bang>false, <range>, <line1>, <line2>, <q-args>, <q-mods>)
command -range JournalDelete action.Delete(<line1>, <line2>)
command -range JournalRestore action.Restore(<line1>, <line2>)
command -range JournalStar action.Star(<line1>, <line2>)
command -nargs=+ -range -complete=customlist,journal#completion#Tags JournalTag
      \ action.Tag(<line1>, <line2>, [<f-args>])
command -nargs=1 -range -bang -complete=customlist,journal#completion#Notebooks JournalMove
      \ action.Move(<line1>, <line2>, <q-args>, <bang>false)
command JournalConflicts action.Conflicts()
command -bang JournalResolve machines.Resolve(<bang>false)
command JournalUndo action.Undo()
command JournalRedo action.Redo()
command JournalFollow action.Follow(<q-mods>)

augroup journal
  autocmd!
  autocmd BufReadCmd journal://entry/* entry.Read(str2nr(expand('<abuf>')), expand('<amatch>'))
  autocmd BufWriteCmd journal://entry/* entry.Write(str2nr(expand('<abuf>')))
  autocmd BufReadCmd journal://list/* listing.Read(str2nr(expand('<abuf>')), expand('<amatch>'))
  autocmd BufReadCmd journal://search,journal://query
        \ results.Read(str2nr(expand('<abuf>')), expand('<amatch>'))
  autocmd TextChanged,TextChangedI,TextChangedP,QuitPre journal://entry/*
        \ entry.CheckModified(str2nr(expand('<abuf>')))
  autocmd BufWinEnter journal://entry/* entry.SetStatusLine()
  autocmd BufWinEnter journal://list/*,journal://search listing.SetWindow()
  autocmd BufWinLeave journal://theirs/*,journal://other/* entry.TheirsClosed(str2nr(expand('<abuf>')))
  autocmd BufUnload journal://list/* listing.Unloaded(str2nr(expand('<abuf>')))
  autocmd BufUnload journal://search results.Unloaded()
  autocmd BufUnload journal://* watch.Unloaded(str2nr(expand('<abuf>')))
augroup END
