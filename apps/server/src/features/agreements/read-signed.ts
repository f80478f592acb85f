import { agreementEvents, type AgreementEvent } from '@qingzhou/contract/agreements'
import type { Queryable } from '#platform/database/database.ts'
import { dayInShanghai } from '#platform/day-in-shanghai.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { findDrawOfLoan, findDraws, readLoans } from '#lending/index.ts'
import type { Paper } from '#platform/documents/paper.ts'
import { newPaperLink } from '#platform/documents/paper-link-store.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  findSigned,
  listSigned,
  type SignedAgreement,
  type SignedWords,
} from './agreement-store.ts'
import { requireAllowance } from '#platform/require-allowance.ts'

const PAGE = 10

type Asked = {
  readonly loanNo?: string | undefined
  readonly about?: keyof typeof eventsAbout | undefined
  readonly pageNo: number
}

const eventsAbout: Record<'loan' | 'credit', readonly AgreementEvent[]> = {
  loan: agreementEvents.filter((event) => event !== '0101'),
  credit: ['0101'],
}

/** What a customer has signed: everything, or what belongs to one loan. */
export async function signedAgreements(
  { database }: Services,
  customer: CustomerNo,
  { loanNo, about, pageNo }: Asked,
) {
  const businessNo =
    loanNo === undefined ? undefined : await signedForLoan(database, { customer, loanNo })
  const from = (pageNo - 1) * PAGE
  const found = await listSigned(database, customer, {
    businessNo,
    loanNo,
    events: about && eventsAbout[about],
    from,
    count: PAGE + 1,
  })
  const page = found.slice(0, PAGE)
  const loanOf = await loansBehind(database, customer, page)
  const agreements = page.map((signed) => ({
    agreementNo: signed.agreementNo,
    title: signed.title,
    version: signed.version,
    signedAt: signed.signedAt.getTime(),
    loan: loanOf.get(numberOfLoan(signed)),
  }))
  return { agreements, hasMore: found.length > PAGE }
}

type LoanKey = { readonly customer: CustomerNo; readonly loanNo: string }

/** The number that a loan's papers were signed under: its draw's; a new plan's papers name the loan. */
async function signedForLoan(db: Queryable, { customer, loanNo }: LoanKey): Promise<string> {
  const drawNo = await findDrawOfLoan(db, { customer, loanNo })
  if (drawNo !== undefined) return drawNo
  const loans = await readLoans(db, customer)
  // Somebody else's loan reads like one that never was.
  if (!loans.some((kept) => kept.loanNo === loanNo)) throw new Refused({ kind: 'loan-unknown' })
  return loanNo
}

/** The papers of one loan, the newest first. */
export async function agreementsOfLoan(
  db: Queryable,
  { customer, loanNo }: LoanKey,
): Promise<{ agreementNo: string; title: string }[]> {
  const businessNo = await signedForLoan(db, { customer, loanNo })
  const signed = await listSigned(db, customer, { businessNo, loanNo, from: 0, count: PAGE })
  return signed.map(({ agreementNo, title }) => ({ agreementNo, title }))
}

/** The loans that agreements were signed for, by the number that each names its loan with. */
async function loansBehind(
  db: Queryable,
  customer: CustomerNo,
  signed: readonly SignedAgreement[],
) {
  const numbers = [...new Set(signed.map(numberOfLoan))]
  const [draws, loans] = await Promise.all([
    findDraws(db, { customer, numbers }),
    readLoans(db, customer),
  ])
  const replanned = loans.map(({ loanNo, loan: { amount, start } }) => {
    return [loanNo, { loanNo, amount, drawnOn: start }] as const
  })
  const drawn = draws.flatMap(({ drawNo, loanNo, amount, heldOn }) => {
    const loan = { loanNo, amount, drawnOn: heldOn }
    return [[drawNo, loan] as const, [loanNo, loan] as const]
  })
  return new Map([...replanned, ...drawn])
}

/** The number of its loan, or of the draw that became its loan. */
function numberOfLoan({ loanNo, businessNo }: SignedAgreement): string {
  return loanNo ?? businessNo
}

/** One agreement in full, with a link to its paper. */
export async function signedAgreement(
  services: Services,
  customer: CustomerNo,
  { agreementNo }: { readonly agreementNo: string },
) {
  await requireCalm(services, customer)
  const signed = await findSigned(services.database, services.vault, { customer, agreementNo })
  if (!signed) throw new Refused({ kind: 'agreement-unknown' })
  const pdfUrl = await newPaperLink(services.database, services, {
    customer,
    kind: 'agreement',
    reference: agreementNo,
  })
  const { title, version, hash } = signed
  const loanOf = await loansBehind(services.database, customer, [signed])
  return {
    agreementNo,
    loan: loanOf.get(numberOfLoan(signed)),
    title,
    version,
    hash,
    blocks: [...signed.blocks],
    signedAt: signed.signedAt.getTime(),
    signedOn: dayInShanghai(signed.signedAt),
    pdfUrl,
  }
}

/** Every link lets a paper be printed, which is work; a reader who turns pages asks far less often. */
async function requireCalm(services: Services, customer: CustomerNo): Promise<void> {
  const allowance = { key: `paper:customer:${customer}`, limit: 60, windowSeconds: 600 }
  await requireAllowance(services, allowance)
}

/** A signed agreement on paper; nothing when there is none. */
export async function signedPaper(
  { database, vault }: Services,
  named: { readonly customer: CustomerNo; readonly agreementNo: string },
): Promise<Paper | undefined> {
  const signed = await findSigned(database, vault, named)
  return signed && paperOf(signed)
}

function paperOf({ title, blocks, hash, signedAt, agreementNo }: SignedWords): Paper {
  const foot = `签署于 ${dayInShanghai(signedAt)} · 编号 ${agreementNo} · 内容校验 ${hash.slice(0, 16)}`
  return { title, blocks, foot }
}
