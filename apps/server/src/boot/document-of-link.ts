import { unreachable } from '@qingzhou/domain/assert'
import { signedPaper } from '#features/agreements/index.ts'
import { statementPaper } from '#features/repayment/index.ts'
import { customerOfSecret } from '#features/sessions/index.ts'
import { certificateFile } from '#features/settlement/index.ts'
import type { Paper, PrintedPaper } from '#platform/documents/paper.ts'
import { spendPaperLink, type PaperOf } from '#platform/documents/paper-links.ts'
import type { Services } from '#platform/services.ts'

type Found = { readonly pdf: Buffer; readonly fileName: string }

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
  return paper && { pdf: paper.pdf, fileName: `${paper.title}.pdf` }
}

/** A paper of a customer's, printed; nothing when there is none. */
export async function paperOf(
  services: Services,
  { customer, kind, reference }: PaperOf,
): Promise<PrintedPaper | undefined> {
  switch (kind) {
    case 'agreement':
      return printed(services, await signedPaper(services, { customer, agreementNo: reference }))
    case 'statement':
      return printed(services, await statementPaper(services, { customer, month: reference }))
    case 'certificate':
      return certificateFile(services, { customer, certificateNo: reference })
    default:
      return unreachable(kind)
  }
}

async function printed(
  { printer }: Services,
  paper: Paper | undefined,
): Promise<PrintedPaper | undefined> {
  return paper && { title: paper.title, pdf: await printer.print(paper) }
}
