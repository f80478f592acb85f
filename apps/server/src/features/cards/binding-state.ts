import { unreachable } from '@qingzhou/domain/assert'
import type { BindingAnswer } from '#providers/bank/port.ts'
import type { BindingState } from './binding-store.ts'

/**
 * Where a binding is after the bank has spoken. What the bank has decided stays decided: whatever it
 * tells late or again changes nothing.
 */
export function stateAfter(state: BindingState, answer: BindingAnswer): BindingState {
  if (state === 'bound' || state === 'declined') return state
  switch (answer.state) {
    case 'bound':
    case 'declined':
      return answer.state
    case 'unknown':
      return 'declined'
    case 'codeSent':
      // A code that should have reached the bank never did, so this binding comes to nothing.
      return state === 'processing' ? 'declined' : 'codeSent'
    case 'processing':
      // Before a code was typed there is nothing to process but the sending of it.
      return state === 'starting' ? 'codeSent' : 'processing'
    default:
      return unreachable(answer)
  }
}
