" SPDX-License-Identifier: Apache-2.0
" Copyright the journal project authors
vim9script

# Identities, and the names of the steps that can be undone.

# Returns parameters with a step of their own if the method changes an entry and they have none.
export def Named(method: string, params: dict<any>): dict<any>
  if method !~ '^entry\.\%(create\|update\|delete\|restore\)$' || has_key(params, 'step')
    return params
  endif
  return extendnew(params, {step: New()})
enddef

# Returns the name of a new step.
export def New(): dict<string>
  return {id: Uuid(), client: 'journal.vim', command: 'vim'}
enddef

# Returns a random UUID. Each seed of srand() contains 32 bits from the system's random numbers.
export def Uuid(): string
  var digits = range(4)->mapnew((_, _) => printf('%08x', srand()[0]))->join('')
  return [digits[0 : 7], digits[8 : 11], '4' .. digits[13 : 15],
    '89ab'[str2nr(digits[16], 16) % 4] .. digits[17 : 19], digits[20 : 31]]->join('-')
enddef
