import { agreementEvents, type AgreementEvent } from '@qingzhou/contract/features/agreements'
import { lender } from '@qingzhou/platform/config/brand'
import type { Queryable } from '@qingzhou/platform/database/database'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { findDrawOfLoan, findDraws, readLoans } from '@qingzhou/lending/index'
import { businessMoment } from '@qingzhou/lending/ledger/index'
import type { PrintableDocument } from '@qingzhou/platform/documents/document'
import { createDocumentLink } from '@qingzhou/platform/documents/document-link-store'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findSigned,
  listSigned,
  type SignedAgreement,
  type SignedAgreementText,
} from './agreement-store.ts'
import { requireAllowance } from '@qingzhou/platform/network-allowance'

const PAGE = 10

type ReadInput = {
  readonly loanNo?: string | undefined
  readonly about?: keyof typeof eventsAbout | undefined
  readonly pageNo: number
}

const eventsAbout: Record<'loan' | 'credit', readonly AgreementEvent[]> = {
  loan: agreementEvents.filter((event) => event !== '0101' && event !== '0303'),
  credit: ['0101', '0303'],
}

/** The signed agreements of a customer: all of them, or those of one loan. */
export async function signedAgreements(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  { loanNo, about, pageNo }: ReadInput,
) {
  const businessNo =
    loanNo === undefined ? undefined : await findEventOfLoan(database, { customer, loanNo })
  const from = (pageNo - 1) * PAGE
  const found = await listSigned(database, customer, {
    businessNo,
    loanNo,
    events: about && eventsAbout[about],
    from,
    count: PAGE + 1,
  })
  const page = found.slice(0, PAGE)
  const loanOf = await loansOfAgreements(database, customer, page)
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

/**
 * The business number under which a loan's agreements were signed: its draw number, or the loan
 * number if it has no draw.
 */
async function findEventOfLoan(db: Queryable, { customer, loanNo }: LoanKey): Promise<string> {
  const drawNo = await findDrawOfLoan(db, { customer, loanNo })
  if (drawNo !== undefined) return drawNo
  const loans = await readLoans(db, customer)
  // Return the same error for another customer's loan as for a missing one.
  if (!loans.some((record) => record.loanNo === loanNo)) throw new Refused({ kind: 'loan-unknown' })
  return loanNo
}

/** The signed agreements of one loan, newest first. */
export async function agreementsOfLoan(
  db: Queryable,
  { customer, loanNo }: LoanKey,
): Promise<{ agreementNo: string; title: string }[]> {
  const businessNo = await findEventOfLoan(db, { customer, loanNo })
  const signed = await listSigned(db, customer, { businessNo, loanNo, from: 0, count: PAGE })
  return signed.map(({ agreementNo, title }) => ({ agreementNo, title }))
}

/** The agreements signed for a business number. */
export async function agreementsOfBusiness(
  db: Queryable,
  { customer, businessNo }: { readonly customer: CustomerNo; readonly businessNo: string },
): Promise<readonly SignedAgreement[]> {
  return listSigned(db, customer, { businessNo, from: 0, count: PAGE })
}

/** The loans of some agreements, by the loan or draw number of each agreement. */
async function loansOfAgreements(
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
  const drawn = draws.flatMap(({ drawNo, loanNo, amount, reservedOn }) => {
    const loan = { loanNo, amount, drawnOn: reservedOn }
    return [[drawNo, loan] as const, [loanNo, loan] as const]
  })
  return new Map([...replanned, ...drawn])
}

/** The loan number, or the number of the draw that became the loan. */
function numberOfLoan({ loanNo, businessNo }: SignedAgreement): string {
  return loanNo ?? businessNo
}

/** One agreement in full, with a link to its PDF. */
export async function signedAgreement(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>,
  customer: CustomerNo,
  { agreementNo }: { readonly agreementNo: string },
) {
  await requireCalm(services, customer)
  const signed = await findSigned(services.database, services.vault, { customer, agreementNo })
  if (!signed) throw new Refused({ kind: 'agreement-unknown' })
  const pdfUrl = await createDocumentLink(services.database, services, {
    customer,
    kind: 'agreement',
    reference: agreementNo,
  })
  const { title, version, hash } = signed
  const loanOf = await loansOfAgreements(services.database, customer, [signed])
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

/**
 * Rate limit: each link allows one PDF to be rendered, which is expensive. Normal reading stays far
 * below it.
 */
async function requireCalm(
  services: Pick<Services, 'limiter'>,
  customer: CustomerNo,
): Promise<void> {
  const allowance = { key: `document:customer:${customer}`, limit: 60, windowSeconds: 600 }
  await requireAllowance(services, allowance)
}

/** A signed agreement as a printable document with the lender's seal; undefined if there is none. */
export async function signedDocument(
  { database, vault, now }: Pick<Services, 'database' | 'vault' | 'now'>,
  named: { readonly customer: CustomerNo; readonly agreementNo: string },
): Promise<PrintableDocument | undefined> {
  const signed = await findSigned(database, vault, named)
  return signed && renderDocument(signed, await businessMoment(database, now()))
}

function renderDocument(
  { title, blocks, hash, signedAt, agreementNo }: SignedAgreementText,
  now: Date,
): PrintableDocument {
  const signedOn = dayInShanghai(signedAt)
  return {
    title,
    blocks,
    seal: {
      signer: lender.company,
      // The time of this copy's signature. The lines below have the day on which the borrower signed.
      signedAt: now,
      lines: ['电子签章（数字签名）', `签署日期 ${signedOn}`, `协议编号 ${agreementNo}`],
    },
    foot: `签署于 ${signedOn} · 编号 ${agreementNo} · 内容校验 ${hash.slice(0, 16)}`,
  }
}
