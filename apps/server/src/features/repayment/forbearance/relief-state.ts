import type { ReliefReason, delayShapes } from '@qingzhou/contract/delays'
import type { Input, Output } from '@qingzhou/contract/shape'
import { product } from '@qingzhou/domain/product'
import { refused } from '@qingzhou/domain/refusal'
import { reliefAskedOn, relieve } from '@qingzhou/domain/repayment/regional-relief'
import { openProof, readProofFiles, readProofs, submitProof } from '#features/proofs/index.ts'
import { summaryOf } from '#features/repayment/loan-view.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import type { SayWhyNot } from '#features/repayment/say-why-not.ts'
import { whyNot } from '#features/repayment/say-why-not.ts'
import { lockCustomerBooks, readLoans } from '#lending/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused, orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { Relief } from './relief-store.ts'
import { insertRelief, putUnderReview, readReliefs } from './relief-store.ts'
import { newNo } from '#platform/ids.ts'

const reasonNames: Record<ReliefReason, string> = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重大疾病',
  unemployment: '失业',
  other: '其他',
}

/** What a reviewer has to decide on, in one line. */
function noteForReviewer(asked: {
  readonly days: number
  readonly reason: ReliefReason
  readonly note: string | undefined
}): string {
  const { days, reason, note } = asked
  const said = note === undefined ? '' : `；说明：${note}`
  return `申请延期 ${days} 天；原因：${reasonNames[reason]}${said}`
}
type Opening = Extract<Asked, { act: 'open' }>
type Submitting = Extract<Asked, { act: 'submit' }>

/** Opens an application, so that files can be put to it. One that was never decided is gone on with. */
async function openRelief(
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
    const reliefNo = newNo(8)
    const matter = { customer, subject: 'relief', subjectNo: reliefNo, loanNo } as const
    const proofNo = await openProof(tx, services, matter)
    await insertRelief(tx, { customer, reliefNo, proofNo, loanNo, openedAt: services.now() })
  })
}

/**
 * Hands an application in. What it counts from is kept with it: the days that the review takes cost no
 * penalty if it is approved.
 */
async function submitRelief(
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

type Asked = Input<(typeof delayShapes)['applyForRelief']>
type State = Output<(typeof delayShapes)['applyForRelief']>

/** Does what is asked for, and tells how things stand then. */
export async function applyForRelief(
  services: Services,
  caller: SignedInCaller,
  { asked, sayWhyNot }: { readonly asked: Asked; readonly sayWhyNot: SayWhyNot },
): Promise<State> {
  const { customer } = caller.session
  if (asked.act === 'open') await openRelief(services, customer, asked)
  if (asked.act === 'submit') await submitRelief(services, customer, asked)
  return reliefState(services, caller, sayWhyNot)
}

async function reliefState(
  services: Services,
  caller: SignedInCaller,
  sayWhyNot: SayWhyNot,
): Promise<State> {
  const { customer } = caller.session
  const { daysMax } = product.regionalRelief
  const [{ running, today }, reliefs] = await Promise.all([
    readBills(services, customer),
    readReliefs(services.database, services, customer),
  ])
  const isRunning = reliefs.some(({ state }) => state === 'review')
  return {
    daysMax,
    loans: running.map((kept) => ({
      loan: summaryOf(kept, today),
      refusal: whyNot(
        isRunning
          ? refused({ kind: 'relief-running' })
          : relieve(kept.loan, { days: daysMax, today }),
        sayWhyNot,
      ),
    })),
    applications: await applicationsOf(services, caller, reliefs),
  }
}

async function applicationsOf(
  services: Services,
  caller: SignedInCaller,
  reliefs: readonly Relief[],
): Promise<State['applications']> {
  const { customer } = caller.session
  const proofs = await readProofs(services, customer, 'relief')
  const holder = caller.readSecret('session')
  const applications = reliefs.map(async ({ proofNo, request }) => {
    const proof = proofs.find((one) => one.proofNo === proofNo)
    if (!proof) return []
    const files = await readProofFiles(services, { customer, proofNo, holder })
    const { days, reason: reliefReason, note } = request ?? {}
    return [{ proof, days, reliefReason, note, files }]
  })
  return (await Promise.all(applications)).flat()
}
