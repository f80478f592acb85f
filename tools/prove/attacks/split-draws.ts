import { fen } from '@qingzhou/domain/money/money'
import { readyToApply, waitForBank } from '@qingzhou/server/modules/loans/testing/borrower.ts'
import { keepPassedCheck } from '@qingzhou/server/modules/onboarding/codes/passed-check-store.ts'
import type { TestBorrower } from '@qingzhou/server/modules/loans/testing/borrower.ts'
import { isCallRefused, outcomeOf, type Attack, type Target } from './attack.ts'

const PARTS = 3
const PART = fen(9_000_00n)

/** Above 20,000 yuan a day a face is asked for, in one draw or in several. */
export const splitDraws: Attack = {
  name: 'draws split below the face check',
  async run(target) {
    const borrower = await target.borrower()
    let isAsked = false
    for (let part = 0; part < PARTS && !isAsked; part += 1) isAsked = await draw(target, borrower)
    const what = `${PARTS} draws of 9,000 on one day without a face check`
    return outcomeOf([{ what, isRefused: isAsked }])
  },
}

/** True when a face is asked for, or the draw is refused. */
async function draw(target: Target, borrower: TestBorrower): Promise<boolean> {
  try {
    const request = await readyToApply(borrower, { loanAmount: PART })
    const { loanSeqNo, verification } = await borrower.client.api.loans.apply(request)
    if (verification.includes('face')) return true
    await passSmsCheck(target, borrower)
    await borrower.client.api.loans.execute({ loanSeqNo })
    await waitForBank(target.product)
    const { state } = await borrower.client.api.loans.result({ loanSeqNo })
    if (state !== 'paid')
      throw new Error(`draw ${loanSeqNo} is ${state}, so that nothing was tried`)
    return false
  } catch (error) {
    if (isCallRefused(error)) return true
    throw error
  }
}

/** The code was typed: a message to the same phone would have to wait for a minute. */
async function passSmsCheck({ product }: Target, { customer }: TestBorrower): Promise<void> {
  const { services } = product
  const rows = await services.database.query<{ id: string }>(
    'SELECT session_id AS id FROM sessions WHERE customer_no = $1',
    [customer],
  )
  for (const { id } of rows) {
    await keepPassedCheck(services.database, services, {
      session: { id, customer },
      purpose: 'loan',
    })
  }
}
