import type { FileRecord } from '@qingzhou/contract/wire/files'
import { newFileLinks } from '@qingzhou/platform/files/file-link-store'
import type { Services } from '#services.ts'
import { listCurrentFiles, countFiles, type EvidenceFile } from './evidence-file-store.ts'
import {
  findEvidence,
  selectEvidence,
  type EvidenceRecord,
  type EvidenceKey,
} from './evidence-store.ts'
import type { Evidence, EvidenceState, EvidenceSubject } from '@qingzhou/contract/features/evidence'
import { assert } from '@qingzhou/domain/assert'
import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { choicesOf } from '#features/reference/index.ts'
import { readLoans, type LoanRecord } from '@qingzhou/lending/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { countEvidence, listEvidencePage } from './evidence-list-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/** A file for display; the uploader is shown as borrower or staff only. */
export function fileViewOf(file: EvidenceFile, url?: string): FileRecord {
  const { fileNo, fileName, kind, size, pages, putBy, putAt } = file
  const by = putBy === '' ? 'borrower' : 'staff'
  return { fileNo, fileName, kind, size, pages, by, addedAt: putAt.getTime(), url }
}

/** The files of an evidence record, with links that are valid only in the holder's session. */
export async function filesWithLinks(
  services: Deps,
  evidence: EvidenceRecord,
  holder: string | undefined,
): Promise<FileRecord[]> {
  const { database } = services
  const files = await listCurrentFiles(database, services, evidence)
  const { customer } = evidence
  const shown = files.map(({ fileNo, fileName, kind }) => ({
    customer,
    fileNo,
    fileName,
    form: kind,
  }))
  const urls = await newFileLinks(database, services, { holder, files: shown })
  return files.map((file, at) => fileViewOf(file, urls[at]))
}

/** The purpose shown for a converted loan, which has none of its own. */
const CONVERTED = '账单分期'

export type EvidenceWithLoan = {
  readonly view: Evidence
  readonly record: EvidenceRecord
  readonly loan: LoanRecord
}

/** Adds loan data to evidence records. Called for one page, so for ten customers at most. */
export async function readEvidenceViews(
  { database, businessDate }: Pick<Services, 'database' | 'businessDate'>,
  evidenceList: readonly EvidenceRecord[],
): Promise<EvidenceWithLoan[]> {
  const today = await businessDate()
  const counts = await countFiles(database, evidenceList)
  const customers = [...new Set(evidenceList.map(({ customer }) => customer))]
  const loans = new Map(
    await Promise.all(
      customers.map(async (customer) => [customer, await readLoans(database, customer)] as const),
    ),
  )
  return evidenceList.map((record) => {
    const loan = loans.get(record.customer)?.find(({ loanNo }) => loanNo === record.loanNo)
    assert(loan !== undefined, 'evidence is about a loan of its customer')
    const filesCount = counts.get(record.evidenceNo) ?? 0
    return { record, loan, view: viewOf(record, { loan, filesCount, today }) }
  })
}

function viewOf(
  record: EvidenceRecord,
  {
    loan,
    filesCount,
    today,
  }: { readonly loan: LoanRecord; readonly filesCount: number; readonly today: LocalDate },
): Evidence {
  const { evidenceNo, subject, state, loanNo, dueOn, submittedAt, reviewedAt, reason, round } =
    record
  const isReviewed = state === 'approved' || state === 'refused'
  return {
    evidenceNo,
    subject,
    state,
    loanNo,
    amount: loan.loan.amount,
    drawnOn: loan.loan.start,
    purposeName: loan.purpose === undefined ? CONVERTED : purposeName(loan.purpose),
    dueOn,
    daysLeft: dueOn === undefined ? undefined : daysBetween({ from: today, to: dueOn }),
    submittedAt: submittedAt?.getTime(),
    reviewedAt: isReviewed ? reviewedAt?.getTime() : undefined,
    reason: state === 'refused' || state === 'invalid' ? reason : undefined,
    round,
    filesCount,
  }
}

function purposeName(code: string): string {
  const purposes = choicesOf(['purpose']).choices.purpose ?? []
  return purposes.find((purpose) => purpose.code === code)?.name ?? code
}

type EvidenceViewInput = {
  readonly evidenceNo?: string | undefined
  readonly state?: EvidenceState | undefined
  readonly pageNo?: number | undefined
}

type EvidenceListing = {
  evidenceList: Evidence[]
  counts: Record<EvidenceState, number>
  hasMore: boolean
  files: FileRecord[]
}

/** The borrower's loan-use evidence: a page in one state, or one record with its files. */
export async function listOwnEvidence(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  caller: SignedInCaller,
  { evidenceNo, state, pageNo = 1 }: EvidenceViewInput,
): Promise<EvidenceListing> {
  const { database } = services
  const { customer } = caller.session
  const subject = 'loanUse'
  const counts = await countEvidence(database, { customer, subject })
  if (evidenceNo !== undefined) {
    const one = await findEvidence(database, services, { customer, evidenceNo })
    if (one?.subject !== subject) throw new Refused({ kind: 'evidence-unknown' })
    const [viewed] = await readEvidenceViews(services, [one])
    const files = await filesWithLinks(services, one, caller.readSecret('session'))
    return { evidenceList: viewed ? [viewed.view] : [], counts, hasMore: false, files }
  }
  const page = await listEvidencePage(database, services, { customer, subject, state, pageNo })
  const viewed = await readEvidenceViews(services, page.evidenceList)
  return { evidenceList: viewed.map(({ view }) => view), counts, hasMore: page.hasMore, files: [] }
}

/** All evidence of a customer for a subject, newest first. */
export async function listEvidence(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  customer: CustomerNo,
  subject: EvidenceSubject,
): Promise<Evidence[]> {
  const where = 'WHERE customer_no = $1 AND subject = $2 ORDER BY opened_at DESC, evidence_no'
  const found = await selectEvidence(services.database, services, {
    where,
    values: [customer, subject],
  })
  return (await readEvidenceViews(services, found)).map(({ view }) => view)
}

/** The files of one evidence record, with links valid in the session of this secret. */
export async function listEvidenceFiles(
  services: Deps,
  { customer, evidenceNo, holder }: EvidenceKey & { readonly holder: string | undefined },
): Promise<FileRecord[]> {
  const evidence = await findEvidence(services.database, services, { customer, evidenceNo })
  return evidence ? filesWithLinks(services, evidence, holder) : []
}
