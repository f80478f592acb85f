import { signedPaper } from './modules/agreements/index.ts'
import { statementPaper } from './modules/repayment/index.ts'
import type { Paper } from './papers/paper.ts'
import { spendPaperLink } from './papers/paper-links.ts'
import type { Services } from './services.ts'

type Found = { readonly paper: Paper; readonly fileName: string }

/** The paper behind a link, and the name it is saved under; nothing when the link is spent. */
export async function paperOfLink(services: Services, token: string): Promise<Found | undefined> {
  const found = await spendPaperLink(services.database, services, token)
  if (!found) return undefined
  const { customer, kind, reference } = found
  const paper =
    kind === 'agreement'
      ? await signedPaper(services, { customer, agreementNo: reference })
      : await statementPaper(services, { customer, month: reference })
  return paper && { paper, fileName: `${paper.title}.pdf` }
}
