import { signedPaper } from './modules/agreements/index.ts'
import { statementPaper } from './modules/repayment/index.ts'
import { customerOfSecret } from './modules/sessions/index.ts'
import type { Paper } from './papers/paper.ts'
import { spendPaperLink, type PaperOf } from './papers/paper-links.ts'
import type { Services } from './services.ts'

type Found = { readonly paper: Paper; readonly fileName: string }

/** The paper behind a link, and the name it is saved under; nothing when the link is spent or another's. */
export async function paperOfLink(
  services: Services,
  { token, session }: { readonly token: string; readonly session: string | undefined },
): Promise<Found | undefined> {
  const { database } = services
  const customer = session && (await customerOfSecret(database, services, session))
  if (!customer) return undefined
  const found = await spendPaperLink(database, services, { customer, token })
  const paper = found && (await paperOf(services, found))
  return paper && { paper, fileName: `${paper.title}.pdf` }
}

/** A paper of a customer's; nothing when there is none. */
export async function paperOf(
  services: Services,
  { customer, kind, reference }: PaperOf,
): Promise<Paper | undefined> {
  return kind === 'agreement'
    ? signedPaper(services, { customer, agreementNo: reference })
    : statementPaper(services, { customer, month: reference })
}
