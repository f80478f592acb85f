import { setTimeout as sleep } from 'node:timers/promises'

import { fen } from '@qingzhou/domain/money/money'
import { readyToApply } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import type { TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { makeTasksDue } from '@qingzhou/platform/tasks/queue-store'
import { outcomeOf, type Attack, type Target } from './attack.ts'

const PARTS = 3
const BANK_PATIENCE_MS = 60_000
const PART = fen(9_000_00n)

/** Above 20,000 yuan a day a face check is required, in one draw or in several. */
export const splitDraws: Attack = {
  name: 'draws split below the face check',
  async run(target) {
    const borrower = await target.borrower()
    let isAsked = false
    for (let part = 0; part < PARTS && !isAsked; part += 1)
      isAsked = await drawAndWait(target, borrower)
    const what = `${PARTS} draws of 9,000 on one day without a face check`
    return outcomeOf([{ what, isRefused: isAsked }])
  },
}

/** Draws and waits for the money. Returns whether a face check is required: then nothing is paid. */
export async function drawAndWait(target: Target, borrower: TestBorrower): Promise<boolean> {
  const drawNo = await executeSignedDraw(target, borrower)
  if (drawNo === undefined) return true
  await untilPaid(target, borrower, drawNo)
  return false
}

/** A draw that is signed and ordered; nothing if a face check is required. */
export async function executeSignedDraw(
  target: Target,
  borrower: TestBorrower,
): Promise<string | undefined> {
  const request = await readyToApply(borrower, { amount: PART })
  const { drawNo, verification } = await borrower.client.api.loans.apply(request)
  if (verification.includes('face')) return undefined
  await passSmsCheck(target, borrower)
  await borrower.client.api.loans.execute({ drawNo })
  return drawNo
}

/** Polls the bank's result; while the disbursement is pending, the next draw would not be tried. */
async function untilPaid(
  { product }: Target,
  { client }: TestBorrower,
  drawNo: string,
): Promise<void> {
  const deadline = Date.now() + BANK_PATIENCE_MS
  for (;;) {
    await makeTasksDue(product.services.database, 'disburse')
    await product.runTasks()
    const { state } = await client.api.loans.result({ drawNo })
    if (state === 'paid') return
    if (Date.now() > deadline) throw new Error(`draw ${drawNo} is ${state}`)
    await sleep(300)
  }
}

/**
 * Marks the SMS code as verified: a real message to the same phone would have to wait for a minute.
 */
async function passSmsCheck({ product }: Target, { customer }: TestBorrower): Promise<void> {
  const { services } = product
  const rows = await services.database.query<{ id: string }>(
    'SELECT session_id AS id FROM sessions WHERE customer_no = $1',
    [customer],
  )
  for (const { id } of rows) {
    await savePassedCheck(services.database, services, {
      session: { id, customer },
      purpose: 'loan',
    })
  }
}
