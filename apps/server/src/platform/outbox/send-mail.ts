import { phoneOf } from '#features/onboarding/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { PaperOf } from '#platform/documents/paper-link-store.ts'
import type { PrintedPaper } from '#platform/documents/paper.ts'
import type { Services } from '#platform/services.ts'
import type { PdfAttachment } from '#providers/mail/port.ts'
import type { MailedPaper } from './mail-store.ts'
import { findMail, findUnsent, markMailSent, markSent } from './mail-store.ts'

/** Finds and prints a paper of a customer's. Given from outside, as whoever has papers also sends mails. */
export type FindPaper = (named: PaperOf) => Promise<PrintedPaper | undefined>

/** Most mailboxes take 10 MB; on the way a paper grows by a third. */
const PAPERS_MAX_BYTES = 5 * 1024 * 1024

/**
 * Prints the papers of a mail and sends it. Killed before it is marked as sent, it is sent again,
 * under the same number, and a provider that has seen the number delivers nothing twice.
 */
export async function sendMail(
  services: Services,
  findPaper: FindPaper,
  key: { readonly customer: CustomerNo; readonly messageNo: string },
): Promise<void> {
  const { database, providers } = services
  const { customer, messageNo } = key
  const mail = await findMail(database, services, key)
  if (!mail || mail.isSent) return

  const named = mail.papers.map((paper: MailedPaper) => ({ ...paper, customer }))
  const { attachments, leftOut } = await printedFor(findPaper, named)
  await providers.mail.send({
    messageId: `${customer}-${messageNo}`,
    to: mail.to,
    subject: mail.subject,
    text: leftOut.length === 0 ? mail.text : `${mail.text}\n\n${wordsAbout(leftOut)}`,
    attachments,
  })
  await markMailSent(database, services, key)
}

/** As many papers as a mailbox takes, one after the other; the others are named. */
async function printedFor(findPaper: FindPaper, named: readonly PaperOf[]) {
  const attachments: PdfAttachment[] = []
  const leftOut: string[] = []
  let bytes = 0
  for (const [index, one] of named.entries()) {
    const paper = await findPaper(one)
    if (!paper) throw new Error(`there is no ${one.kind} ${one.reference}`)
    const { title, pdf } = paper
    if (bytes + pdf.length > PAPERS_MAX_BYTES) {
      leftOut.push(title)
      continue
    }
    bytes += pdf.length
    // Two loans have contracts of the same title.
    attachments.push({ name: `${index + 1}-${title}.pdf`, pdf })
  }
  return { attachments, leftOut }
}

function wordsAbout(leftOut: readonly string[]): string {
  return `附件超过了邮箱允许的大小，以下文件没有附上，请在页面中查看和下载：${leftOut.join('、')}。`
}

/**
 * Sends what is in the outbox. Killed before it is marked as sent, it is sent again, under the same
 * number, and a provider that has seen the number delivers nothing twice.
 */
export async function sendMessage(
  services: Services,
  message: { readonly customer: CustomerNo; readonly messageNo: string },
): Promise<void> {
  const { database, providers } = services
  const { customer, messageNo } = message
  const unsent = await findUnsent(database, services, message)
  if (!unsent) return
  const phone = unsent.phone ?? (await phoneOf(database, services, customer))
  const { text } = unsent
  await providers.sms.send({ messageId: `${customer}-${messageNo}`, phone, text })
  await markSent(database, services, message)
}
