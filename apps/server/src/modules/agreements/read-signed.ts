import { dayInShanghai } from '#day-in-shanghai.ts'
import type { CustomerNo } from '#customer-no.ts'
import { findDrawOfLoan } from '#modules/lending/index.ts'
import type { Paper } from '#papers/paper.ts'
import { newPaperLink } from '#papers/paper-links.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { findSigned, listSigned, type SignedWords } from './agreement-store.ts'

const PAGE = 10

/** What a customer has signed: everything, or what belongs to one loan. */
export async function signedAgreements(
  { database }: Services,
  customer: CustomerNo,
  { loanNo, pageNo }: { readonly loanNo?: string | undefined; readonly pageNo: number },
) {
  const drawNo =
    loanNo === undefined ? undefined : await findDrawOfLoan(database, { customer, loanNo })
  // Somebody else's loan reads like one that never was.
  if (loanNo !== undefined && drawNo === undefined) throw new Refused({ kind: 'loan-unknown' })

  const from = (pageNo - 1) * PAGE
  const found = await listSigned(database, customer, { businessNo: drawNo, from, count: PAGE + 1 })
  const agreements = found.slice(0, PAGE).map((signed) => ({
    agreementNo: signed.agreementNo,
    title: signed.title,
    version: signed.version,
    signedAt: signed.signedAt.getTime(),
    loanNo,
  }))
  return { agreements, hasMore: found.length > PAGE }
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
  return {
    agreementNo,
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
