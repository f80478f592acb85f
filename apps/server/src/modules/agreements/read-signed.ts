import { agreementEvents, type AgreementEvent } from '@qingzhou/contract/agreements'
import type { Queryable } from '#database/database.ts'
import { dayInShanghai } from '#day-in-shanghai.ts'
import type { CustomerNo } from '#customer-no.ts'
import { findDrawOfLoan, findDraws } from '#modules/lending/index.ts'
import type { Paper } from '#papers/paper.ts'
import { newPaperLink } from '#papers/paper-links.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import {
  findSigned,
  listSigned,
  type SignedAgreement,
  type SignedWords,
} from './agreement-store.ts'

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
  const drawNo =
    loanNo === undefined ? undefined : await findDrawOfLoan(database, { customer, loanNo })
  // Somebody else's loan reads like one that never was.
  if (loanNo !== undefined && drawNo === undefined) throw new Refused({ kind: 'loan-unknown' })

  const from = (pageNo - 1) * PAGE
  const found = await listSigned(database, customer, {
    businessNo: drawNo,
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

/** The loans that agreements were signed for, by the number that each names its loan with. */
async function loansBehind(
  db: Queryable,
  customer: CustomerNo,
  signed: readonly SignedAgreement[],
) {
  const numbers = [...new Set(signed.map(numberOfLoan))]
  const draws = await findDraws(db, { customer, numbers })
  const loans = draws.flatMap(({ drawNo, loanNo, amount, heldOn }) => {
    const loan = { loanNo, amount, drawnOn: heldOn }
    return [[drawNo, loan] as const, [loanNo, loan] as const]
  })
  return new Map(loans)
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
async function requireCalm({ limiter }: Services, customer: CustomerNo): Promise<void> {
  const allowance = { key: `paper:customer:${customer}`, limit: 60, windowSeconds: 600 }
  const taken = await limiter.take(allowance)
  if (!taken.ok) throw new Refused({ kind: 'too-many-requests', waitSeconds: taken.waitSeconds })
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
