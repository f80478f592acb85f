import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { daysOverdue } from '@qingzhou/domain/loans/loan'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { lockCustomerBooks, readLoans } from '@qingzhou/lending/index'
import {
  openEvidence,
  listEvidenceFiles,
  listEvidence,
  submitEvidence,
  type ReviewedEvidence,
} from '#features/evidence/index.ts'
import { loanOf } from '#features/repayment/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { insertDocument, saveNote, readDocuments, saveValidUntil } from './document-store.ts'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf, withoutFinalPunctuation } from '@qingzhou/platform/sms/sms-templates'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>

type DocumentsInput = Input<(typeof restructureShapes)['documents']>
type Answer = Output<(typeof restructureShapes)['documents']>
type Submitting = Extract<DocumentsInput, { act: 'submit' }>

/** Opens or submits a document, if requested, and returns the current state. */
export async function documents(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now' | 'businessDate'>,
  caller: SignedInCaller,
  input: DocumentsInput,
): Promise<Answer> {
  const { customer } = caller.session
  if (input.act === 'open') await open(services, customer, input.loanNo)
  if (input.act === 'submit') await submit(services, customer, input)
  return read(services, caller)
}

/** Opens a document, so that files can be uploaded; continues one that was not decided. */
async function open(services: Deps, customer: CustomerNo, loanNo: string): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    await requireLate(tx, customer, loanNo)
    const here = { ...services, database: inside(tx) }
    const evidenceList = await listEvidence(here, customer, 'hardship')
    if (evidenceList.some(({ state }) => state === 'toReview')) {
      throw new Refused({ kind: 'document-running' })
    }
    if (evidenceList.some(({ state }) => state === 'toUpload' || state === 'refused')) return
    const subjectNo = newNo(8)
    const matter = { customer, subject: 'hardship', subjectNo, loanNo } as const
    const evidenceNo = await openEvidence(tx, services, matter)
    await insertDocument(tx, services, { customer, evidenceNo })
  })
}

async function requireLate(tx: Transaction, customer: CustomerNo, loanNo: string): Promise<void> {
  const { loan } = loanOf({ loans: await readLoans(tx, customer) }, loanNo)
  if (daysOverdue(loan, await readBusinessDate(tx)) === 0) {
    throw new Refused({ kind: 'plan-not-late' })
  }
}

async function submit(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now'>,
  customer: CustomerNo,
  { evidenceNo, note, fileNos }: Submitting,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const known = await readDocuments(tx, services, customer)
    // Return the same error for evidence of another subject as for another customer's.
    if (!known.some((document) => document.evidenceNo === evidenceNo)) {
      throw new Refused({ kind: 'evidence-unknown' })
    }
    await submitEvidence(tx, services, { customer, evidenceNo, by: '', fileNos, note })
    await saveNote(tx, services, { customer, evidenceNo, note })
  })
}

async function read(services: Deps, caller: SignedInCaller): Promise<Answer> {
  const { customer } = caller.session
  const holder = caller.readSecret('session')
  const [today, record, evidenceList] = await Promise.all([
    services.businessDate(),
    readDocuments(services.database, services, customer),
    listEvidence(services, customer, 'hardship'),
  ])
  const shown = record.map(async ({ evidenceNo, note, countsUntil }) => {
    const evidence = evidenceList.find((one) => one.evidenceNo === evidenceNo)
    if (!evidence) return []
    const files = await listEvidenceFiles(services, { customer, evidenceNo, holder })
    const isOver = countsUntil !== undefined && countsUntil < today
    return [{ evidence, note, files, countsUntil: isOver ? undefined : countsUntil }]
  })
  return { documents: (await Promise.all(shown)).flat() }
}

const { documentDays, monthsWithoutDocument } = product.personalisedPlan

/** Applies a review in its transaction: stores the validity, or sends the refusal reason. */
export async function hardshipReviewed(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, evidenceNo, round, verdict, reason, reviewedOn }: ReviewedEvidence,
): Promise<void> {
  const countsUntil = addDays(reviewedOn, documentDays)
  if (verdict === 'approved') await saveValidUntil(tx, { customer, evidenceNo, countsUntil })
  const months = String(monthsWithoutDocument)
  const sms =
    verdict === 'approved'
      ? smsOf('hardship/approved', { until: countsUntil, months })
      : smsOf('hardship/refused', { reason: withoutFinalPunctuation(reason ?? '') })
  const messageNo = `hardship-${evidenceNo}-${round}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}
