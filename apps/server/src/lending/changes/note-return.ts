import { checkReversal } from '@qingzhou/domain/mall/reversal'
import { orRefuse } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { updateLoan } from '#lending/loans/loan-store.ts'
import { lockDrawn } from '#lending/draws/lock-drawn.ts'

/**
 * Notes that the goods of a loan are on their way back, or that they stay after all. Meanwhile it
 * becomes part of no other loan, so that it can still be undone.
 */
export async function noteReturn(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly event: 'asked' | 'called-off' },
): Promise<{ loanNo: string }> {
  const { customer } = act
  const { loanNo, event } = request
  return perform(deps, act, {
    name: 'note-return',
    body: request,
    load: (tx) => lockDrawn(tx, { customer, loanNo }),
    decide: ({ kept, drawn }, { today }) => {
      orRefuse(checkReversal(drawn))
      const returnAskedOn = event === 'asked' ? today : undefined
      const after = { ...kept, returnAskedOn }
      return { answer: { loanNo }, writes: [updateLoan({ customer, after })] }
    },
  })
}
