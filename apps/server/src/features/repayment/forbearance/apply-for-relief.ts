import { randomBytes } from 'node:crypto'
import type { delayShapes } from '@qingzhou/contract/delays'
import type { Input } from '@qingzhou/contract/shape'
import { relieve, reliefAskedOn } from '@qingzhou/domain/repayment/regional-relief'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { lockCustomerBooks, readLoans } from '#lending/index.ts'
import { openProof, submitProof } from '#features/proofs/index.ts'
import { loanOf } from '#features/repayment/read-bills.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteForReviewer } from './relief-words.ts'
import { insertRelief, putUnderReview, readReliefs } from './relief-store.ts'

type Asked = Input<(typeof delayShapes)['applyForRelief']>
type Opening = Extract<Asked, { act: 'open' }>
type Submitting = Extract<Asked, { act: 'submit' }>

/** Opens an application, so that files can be put to it. One that was never decided is gone on with. */
export async function openRelief(
  services: Services,
  customer: CustomerNo,
  { loanNo }: Opening,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    await requireRelievable(tx, customer, { loanNo, days: product.regionalRelief.daysMax })
    const reliefs = await readReliefs(tx, services, customer)
    if (reliefs.some(({ state }) => state === 'review')) {
      throw new Refused({ kind: 'relief-running' })
    }
    const unfinished = reliefs.find(
      (relief) => relief.loanNo === loanNo && ['open', 'refused'].includes(relief.state),
    )
    if (unfinished) return
    const reliefNo = randomBytes(8).toString('hex')
    const matter = { customer, subject: 'relief', subjectNo: reliefNo, loanNo } as const
    const proofNo = await openProof(tx, services, matter)
    await insertRelief(tx, { customer, reliefNo, proofNo, loanNo, openedAt: services.now() })
  })
}

/**
 * Hands an application in. What it counts from is kept with it: the days that the review takes cost no
 * penalty if it is approved.
 */
export async function submitRelief(
  services: Services,
  customer: CustomerNo,
  submitting: Submitting,
): Promise<void> {
  const { proofNo, days, reliefReason: reason, note, fileNos } = submitting
  await services.database.inTransaction(async (tx) => {
    // The proof is locked before the books, as a review does it.
    const words = noteForReviewer({ days, reason, note })
    await submitProof(tx, services, { customer, proofNo, by: '', fileNos, note: words })
    await lockCustomerBooks(tx, customer)
    const reliefs = await readReliefs(tx, services, customer)
    const relief = reliefs.find((one) => one.proofNo === proofNo)
    if (!relief) throw new Refused({ kind: 'proof-unknown' })
    // Handed in before: the first time counts.
    if (relief.state === 'review' || relief.state === 'approved') return
    if (reliefs.some(({ state }) => state === 'review')) {
      throw new Refused({ kind: 'relief-running' })
    }
    const { loanNo, reliefNo } = relief
    const asked = await requireRelievable(tx, customer, { loanNo, days })
    await putUnderReview(tx, services, { customer, reliefNo, days, reason, note, asked })
  })
}

async function requireRelievable(
  tx: Transaction,
  customer: CustomerNo,
  { loanNo, days }: { readonly loanNo: string; readonly days: number },
) {
  const today = await readBusinessDate(tx)
  const { loan } = loanOf({ loans: await readLoans(tx, customer) }, loanNo)
  orRefuse(relieve(loan, { days, today }))
  return reliefAskedOn(today, loan)
}
