import { customerNo } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { DocumentKey } from '@qingzhou/platform/documents/document-link-store'
import type { PrintedDocument } from '@qingzhou/platform/documents/document'
import type { PdfAttachment } from '@qingzhou/providers/mail/port'
import { SmsRefused } from '@qingzhou/providers/sms/port'
import { findMail, markMailSent, markSent, takeUnsent } from '@qingzhou/platform/outbox/mail-store'
import type { MailedDocument } from '@qingzhou/platform/outbox/mail-store'
import { sendingTime } from '@qingzhou/platform/outbox/sending-hours'
import type { SmsTemplate } from '@qingzhou/platform/sms/sms-templates'
import { getPhone } from '#features/onboarding/index.ts'

/** Most mailboxes accept 10 MB, and base64 adds a third. */
const PAPERS_MAX_BYTES = 5 * 1024 * 1024

export function outboxTasks(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log' | 'tasks' | 'mode'>,
  findDocument: FindDocument,
): TaskHandlers<'send-message' | 'send-mail'> {
  return {
    'send-message': ({ customer, messageNo }) =>
      sendMessage(services, { customer: customerNo(customer), messageNo }),
    'send-mail': ({ customer, messageNo }) =>
      sendMail(services, findDocument, { customer: customerNo(customer), messageNo }),
  }
}

/**
 * Finds and prints a document of a customer. Injected, because the features with documents also
 * send mails.
 */
type FindDocument = (named: DocumentKey) => Promise<PrintedDocument | undefined>

/**
 * Prints the documents of a mail and sends it. If killed before it is marked as sent, it is sent
 * again under the same number, and the provider discards duplicates.
 */
export async function sendMail(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  findDocument: FindDocument,
  key: { readonly customer: CustomerNo; readonly messageNo: string },
): Promise<void> {
  const { database, providers } = services
  const { customer, messageNo } = key
  const mail = await findMail(database, services, key)
  if (!mail || mail.isSent) return

  const named = mail.documents.map((document: MailedDocument) => ({ ...document, customer }))
  const { attachments, leftOut } = await printAttachments(findDocument, named)
  await providers.mail.send({
    messageId: `${customer}-${messageNo}`,
    to: mail.to,
    subject: mail.subject,
    text: leftOut.length === 0 ? mail.text : `${mail.text}\n\n${omittedFilesText(leftOut)}`,
    attachments,
  })
  await markMailSent(database, services, key)
}

/** Prints as many documents as a mailbox accepts. The others are listed by title. */
async function printAttachments(findDocument: FindDocument, named: readonly DocumentKey[]) {
  const attachments: PdfAttachment[] = []
  const leftOut: string[] = []
  let bytes = 0
  for (const [index, one] of named.entries()) {
    const document = await findDocument(one)
    if (!document) throw new Error(`${one.kind} ${one.reference} not found`)
    const { title, pdf } = document
    if (bytes + pdf.length > PAPERS_MAX_BYTES) {
      leftOut.push(title)
      continue
    }
    bytes += pdf.length
    // Two loans have agreements with the same title.
    attachments.push({ name: `${index + 1}-${title}.pdf`, pdf })
  }
  return { attachments, leftOut }
}

function omittedFilesText(leftOut: readonly string[]): string {
  return `附件超过了邮箱允许的大小，以下文件没有附上，请在页面中查看和下载：${leftOut.join('、')}。`
}

/**
 * Sends a message of the outbox. After an attempt without a known result the service is asked first
 * whether it has the message. A number that the service refuses ends the message. Marketing and collection
 * messages wait for their hours.
 */
export async function sendMessage(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log' | 'tasks' | 'mode'>,
  message: { readonly customer: CustomerNo; readonly messageNo: string },
): Promise<void> {
  const { database, providers, log } = services
  const { customer, messageNo } = message
  const unsent = await takeUnsent(database, services, message)
  if (!unsent) return
  const { triedAt, ...sms } = unsent
  const runAt = holdUntil(services, sms)
  if (runAt) return holdMessage(services, message, runAt)
  const phone = unsent.phone ?? (await getPhone(database, services, customer))
  const messageId = `${customer}-${messageNo}`
  try {
    const isThere = triedAt && (await providers.sms.has({ messageId, phone, since: triedAt }))
    if (!isThere) await providers.sms.send({ ...sms, messageId, phone })
  } catch (cause) {
    if (!(cause instanceof SmsRefused)) throw cause
    log.warn('sms.refused', { messageNo, reason: cause.message })
    return markSent(database, services, { ...message, refusal: cause.code })
  }
  return markSent(database, services, message)
}

/** When a message that comes outside of its hours may be sent. The sandbox sends nothing. */
function holdUntil(
  { mode, now }: Pick<Services, 'mode' | 'now'>,
  { template }: { readonly template?: SmsTemplate },
): Date | undefined {
  return mode === 'production' && template ? sendingTime(template, now()) : undefined
}

async function holdMessage(
  { database, tasks }: Pick<Services, 'database' | 'tasks'>,
  payload: { readonly customer: CustomerNo; readonly messageNo: string },
  runAt: Date,
): Promise<void> {
  const key = `${payload.customer}:${payload.messageNo}`
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'send-message', payload, key, runAt }))
}
