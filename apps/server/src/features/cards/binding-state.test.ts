import { expect, it } from 'vitest'
import type { BindingAnswer } from '@qingzhou/providers/bank/port'
import type { BindingState } from './binding-store.ts'
import { stateAfter } from './settle-binding.ts'

const answers: Record<BindingAnswer['state'], BindingAnswer> = {
  codeSent: { state: 'codeSent' },
  processing: { state: 'processing' },
  bound: { state: 'bound', cardToken: 'token' },
  declined: { state: 'declined', reason: 'no' },
  unknown: { state: 'unknown' },
}

/** The next state for each state and answer of the bank. */
// A table: one state per line.
// oxfmt-ignore
const moves: Record<BindingState, Record<BindingAnswer['state'], BindingState>> = {
  starting:   { codeSent: 'codeSent', processing: 'codeSent',   bound: 'bound',    declined: 'declined', unknown: 'declined' },
  codeSent:   { codeSent: 'codeSent', processing: 'processing', bound: 'bound',    declined: 'declined', unknown: 'declined' },
  processing: { codeSent: 'declined', processing: 'processing', bound: 'bound',    declined: 'declined', unknown: 'declined' },
  bound:      { codeSent: 'bound',    processing: 'bound',      bound: 'bound',    declined: 'bound',    unknown: 'bound' },
  declined:   { codeSent: 'declined', processing: 'declined',   bound: 'declined', declined: 'declined', unknown: 'declined' },
}

it('each answer of the bank leads to the state in the table, and final states do not change', () => {
  for (const [state, row] of Object.entries(moves)) {
    for (const [said, next] of Object.entries(row)) {
      // The keys of this exhaustive table are the states and answers.
      const answer = answers[said as BindingAnswer['state']]
      expect([state, said, stateAfter(state as BindingState, answer)]).toEqual([state, said, next])
    }
  }
})
