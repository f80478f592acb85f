import { readyToApply } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { calls, type Call } from '@qingzhou/contract/calls'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { outcomeOf, type Attack } from './attack.ts'

/** Another customer's number must get the same code and message as one that does not exist. */
export const foreignNumbers: Attack = {
  name: 'numbers of another customer',
  async run(target) {
    const owner = await target.borrower()
    const { loanSeqNo } = await owner.client.api.loans.apply(await readyToApply(owner))
    const { client } = await target.borrower()
    const missing = `${loanSeqNo.slice(0, -4)}0000`
    const pairs: [Call, (number: string) => Record<string, unknown>, [string, string]][] = [
      [calls.loans.result, (no) => ({ loanSeqNo: no }), [loanSeqNo, missing]],
      [calls.loans.execute, (no) => ({ loanSeqNo: no }), [loanSeqNo, missing]],
      [calls.repayment.loan, (no) => ({ loanNo: no }), [loanSeqNo, missing]],
      [calls.repayment.plan, (no) => ({ loanNo: no }), [loanSeqNo, missing]],
      [calls.loans.result, (no) => ({ loanSeqNo: [no, no] }), [loanSeqNo, missing]],
      [
        calls.cards.startDebitAgreement,
        (no) => ({ cardId: no }),
        [owner.card.cardId, `${owner.card.cardId.slice(0, -1)}x`],
      ],
    ]
    const attempts = []
    for (const [call, fieldsOf, [theirs, none]] of pairs) {
      const [foreign, absent] = [
        await answered(client, call, fieldsOf(theirs)),
        await answered(client, call, fieldsOf(none)),
      ]
      const isSame = foreign === absent && !foreign.includes('COMCC00000')
      attempts.push({ what: `${call.path}: ${foreign}, and ${absent} for none`, isRefused: isSame })
    }
    return outcomeOf(attempts)
  },
}

async function answered(
  client: Client,
  call: Call,
  fields: Record<string, unknown>,
): Promise<string> {
  const { status, code, message } = await client.send(call, fields)
  return `${status} ${code} ${message}`
}
