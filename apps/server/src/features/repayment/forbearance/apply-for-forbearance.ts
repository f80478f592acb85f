import type {
  ForbearanceQuote,
  ForbearanceReason,
  deferralShapes,
} from '@qingzhou/contract/features/repayment/deferrals'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { product } from '@qingzhou/domain/product'
import { refused } from '@qingzhou/domain/refusal'
import { forbearanceRequestOn } from '@qingzhou/domain/repayment/forbearance'
import {
  openEvidence,
  listEvidenceFiles,
  listEvidence,
  saveSummary,
  submitEvidence,
} from '#features/evidence/index.ts'
import { summaryOf, loanOf, readBills } from '#features/repayment/read-bills.ts'
import type { RenderRefusal } from '#features/repayment/refusal-message.ts'
import { whyNot } from '#features/repayment/refusal-message.ts'
import { signAgreements } from '#features/agreements/index.ts'
import { signWithCode } from '#features/onboarding/index.ts'
import {
  forbearanceOf,
  type LoanRecord,
  lockCustomerBooks,
  readLoans,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused, orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { factsOfForbearance, quoteForbearance, summaryForReviewer } from './forbearance-figures.ts'
import type { ForbearanceRecord } from './forbearance-store.ts'
import { insertForbearance, putUnderReview, listForbearances } from './forbearance-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>

const reasonNames: Record<ForbearanceReason, string> = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重大疾病',
  unemployment: '失业',
  other: '其他',
}

/** Reason and comment, for the reviewer. */
function noteForReviewer(request: {
  readonly reason: ForbearanceReason
  readonly note: string | undefined
}): string {
  const { reason, note } = request
  const said = note === undefined ? '' : `；说明：${note}`
  return `原因：${reasonNames[reason]}${said}`
}

type Opening = Extract<ApplyForForbearanceInput, { act: 'open' }>
type Submitting = Extract<ApplyForForbearanceInput, { act: 'submit' }>

/** Opens an application, so that files can be uploaded; continues one that was not decided. */
async function openForbearance(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  { loanNo }: Opening,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    await requireForbearable(tx, customer, { loanNo, days: product.regionalForbearance.daysMax })
    const forbearances = await listForbearances(tx, services, customer)
    if (forbearances.some(({ state }) => state === 'review')) {
      throw new Refused({ kind: 'forbearance-running' })
    }
    const unfinished = forbearances.find(
      (forbearance) =>
        forbearance.loanNo === loanNo && ['open', 'refused'].includes(forbearance.state),
    )
    if (unfinished) return
    const forbearanceNo = newNo(8)
    const matter = { customer, subject: 'relief', subjectNo: forbearanceNo, loanNo } as const
    const evidenceNo = await openEvidence(tx, services, matter)
    await insertForbearance(tx, {
      customer,
      forbearanceNo,
      evidenceNo,
      loanNo,
      openedAt: services.now(),
    })
  })
}

/**
 * Submits an application with the quote that the borrower agreed to, and signs its agreement after
 * the borrower's SMS code. Of several submissions, the first counts.
 */
async function submitForbearance(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now'>,
  caller: SignedInCaller,
  submitting: Submitting,
): Promise<void> {
  const { customer } = caller.session
  const { dynamicCode, evidenceNo } = submitting
  await signWithCode(services, caller, {
    dynamicCode,
    findEarlier: async () => {
      const forbearances = await listForbearances(services.database, services, customer)
      return isSubmitted(forbearances.find((one) => one.evidenceNo === evidenceNo)) || undefined
    },
    sign: async (tx) => submit(tx, services, { caller, submitting }),
  })
}

function isSubmitted(forbearance: ForbearanceRecord | undefined): boolean {
  return forbearance?.state === 'review' || forbearance?.state === 'approved'
}

/** Stores the date and penalty at submission: days of review add no penalty if it is approved. */
async function submit(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'files' | 'now'>,
  { caller, submitting }: { readonly caller: SignedInCaller; readonly submitting: Submitting },
): Promise<true> {
  const { customer } = caller.session
  const { evidenceNo, days, forbearanceReason: reason, note, fileNos } = submitting
  // Lock evidence before the books, in the same order as a review.
  const words = noteForReviewer({ reason, note })
  await submitEvidence(tx, services, { customer, evidenceNo, by: '', fileNos, note: words })
  await lockCustomerBooks(tx, customer)
  const forbearances = await listForbearances(tx, services, customer)
  const forbearance = forbearances.find((one) => one.evidenceNo === evidenceNo)
  if (!forbearance) throw new Refused({ kind: 'evidence-unknown' })
  if (isSubmitted(forbearance)) return true
  if (forbearances.some(({ state }) => state === 'review')) {
    throw new Refused({ kind: 'forbearance-running' })
  }
  const { loanNo, forbearanceNo } = forbearance
  const { record, today } = await requireForbearable(tx, customer, { loanNo, days })
  const figures = quoteForbearance(record, { customer, days, today })
  // The borrower has agreed to other figures: the bill or the day has changed.
  if (figures.quoteId !== submitting.quoteId) throw new Refused({ kind: 'deferral-quote-outdated' })
  await putUnderReview(tx, services, {
    customer,
    forbearanceNo,
    days,
    reason,
    note,
    asked: forbearanceRequestOn(today, record.loan),
    figures,
  })
  await sign(tx, services, { caller, submitting, record, quote: figures, forbearanceNo })
  await saveSummary(tx, { customer, evidenceNo, summary: summaryForReviewer(figures) })
  return true
}

/** An application that was returned is signed again for its new figures. */
async function sign(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  submitted: {
    readonly caller: SignedInCaller
    readonly submitting: Submitting
    readonly record: LoanRecord
    readonly quote: ForbearanceQuote
    readonly forbearanceNo: string
  },
): Promise<void> {
  const { caller, submitting, record, quote, forbearanceNo } = submitted
  await signAgreements(tx, services, caller, {
    events: ['0402'],
    businessNo: `${forbearanceNo}-${quote.quoteId.slice(0, QUOTE_CHARACTERS)}`,
    agreed: submitting.agreed,
    forbearance: factsOfForbearance(record, quote),
    loanNo: record.loanNo,
  })
}

/** Enough of the digest to tell the quotes of an application apart. */
const QUOTE_CHARACTERS = 16

async function requireForbearable(
  tx: Transaction,
  customer: CustomerNo,
  { loanNo, days }: { readonly loanNo: string; readonly days: number },
) {
  const today = await readBusinessDate(tx)
  const record = loanOf({ loans: await readLoans(tx, customer) }, loanNo)
  orRefuse(forbearanceOf(record, { days, today }))
  return { record, today }
}

type ApplyForForbearanceInput = Input<(typeof deferralShapes)['applyForForbearance']>
type State = Output<(typeof deferralShapes)['applyForForbearance']>

/** Opens, submits or quotes an application, if requested, and returns the current state. */
export async function applyForForbearance(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
  caller: SignedInCaller,
  {
    request,
    renderRefusal,
  }: { readonly request: ApplyForForbearanceInput; readonly renderRefusal: RenderRefusal },
): Promise<State> {
  const { customer } = caller.session
  if (request.act === 'open') await openForbearance(services, customer, request)
  if (request.act === 'submit') await submitForbearance(services, caller, request)
  const state = await forbearanceState(services, caller, renderRefusal)
  return request.act === 'quote'
    ? { ...state, quote: await quoteForLoan(services, customer, request) }
    : state
}

async function quoteForLoan(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  { loanNo, days }: Extract<ApplyForForbearanceInput, { act: 'quote' }>,
): Promise<ForbearanceQuote> {
  const { loans, today } = await readBills(services, customer)
  return quoteForbearance(loanOf({ loans }, loanNo), { customer, days, today })
}

async function forbearanceState(
  services: Deps,
  caller: SignedInCaller,
  renderRefusal: RenderRefusal,
): Promise<State> {
  const { customer } = caller.session
  const { daysMax } = product.regionalForbearance
  const [{ running, today }, forbearances] = await Promise.all([
    readBills(services, customer),
    listForbearances(services.database, services, customer),
  ])
  const isRunning = forbearances.some(({ state }) => state === 'review')
  return {
    daysMax,
    loans: running.map((record) => ({
      loan: summaryOf(record, today),
      refusal: whyNot(
        isRunning
          ? refused({ kind: 'forbearance-running' })
          : forbearanceOf(record, { days: daysMax, today }),
        renderRefusal,
      ),
    })),
    applications: await applicationsOf(services, caller, forbearances),
  }
}

async function applicationsOf(
  services: Deps,
  caller: SignedInCaller,
  forbearances: readonly ForbearanceRecord[],
): Promise<State['applications']> {
  const { customer } = caller.session
  const evidenceList = await listEvidence(services, customer, 'relief')
  const holder = caller.readSecret('session')
  const applications = forbearances.map(async ({ evidenceNo, request }) => {
    const evidence = evidenceList.find((one) => one.evidenceNo === evidenceNo)
    if (!evidence) return []
    const files = await listEvidenceFiles(services, { customer, evidenceNo, holder })
    const { days, reason: forbearanceReason, note, figures } = request ?? {}
    return [{ evidence, days, forbearanceReason, note, figures, files }]
  })
  return (await Promise.all(applications)).flat()
}
