import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { PaperOf } from '#platform/documents/paper-link-store.ts'
import type { Services } from '#platform/services.ts'

type Deps = Pick<Services, 'vault' | 'now'>
type Key = { readonly customer: CustomerNo; readonly messageNo: string }

/** A document of the same customer only, so that a mail never contains another customer's. */
export type MailedPaper = Pick<PaperOf, 'kind' | 'reference'>

export type MailContent = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly papers: readonly MailedPaper[]
}

export type Mail = Key &
  MailContent & {
    /** The subject category, for operators. The rest is encrypted. */
    readonly kind: string
  }

/** Returns false when this number already exists. */
export async function insertMail(
  db: Queryable,
  { vault, now }: Deps,
  { customer, messageNo, kind, to, subject, text, papers }: Mail,
): Promise<boolean> {
  const content: MailContent = { to, subject, text, papers }
  const place = placeIn('outbox_mails', customer, messageNo)('content_sealed')
  const rows = await db.query<{ message_no: string }>(
    `INSERT INTO outbox_mails (customer_no, message_no, kind, content_sealed, told_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (customer_no, message_no) DO NOTHING
     RETURNING message_no`,
    [customer, messageNo, kind, vault.seal(JSON.stringify(content), place), now()],
  )
  return rows.length > 0
}

export async function findMail(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, messageNo }: Key,
): Promise<(MailContent & { readonly isSent: boolean }) | undefined> {
  const [row] = await db.query<{ content_sealed: Buffer; sent_at: Date | null }>(
    `SELECT content_sealed, sent_at FROM outbox_mails WHERE customer_no = $1 AND message_no = $2`,
    [customer, messageNo],
  )
  if (!row) return undefined
  const place = placeIn('outbox_mails', customer, messageNo)('content_sealed')
  // Only `insertMail` writes this column.
  const content = JSON.parse(vault.open(row.content_sealed, place)) as MailContent
  return { ...content, isSent: row.sent_at !== null }
}

export async function markMailSent(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, messageNo }: Key,
): Promise<void> {
  await db.query(
    `UPDATE outbox_mails SET sent_at = $3 WHERE customer_no = $1 AND message_no = $2`,
    [customer, messageNo, now()],
  )
}

export type Message = Key & {
  /** The subject category, for operators. The text is encrypted. */
  readonly kind: string
  readonly text: string
  /** A phone other than the customer's own. */
  readonly phone?: string
}

/** Returns false when this number already exists. */
export async function insertMessage(
  db: Queryable,
  { vault, now }: Deps,
  { customer, messageNo, kind, text, phone }: Message,
): Promise<boolean> {
  const place = placeIn('outbox', customer, messageNo)
  const rows = await db.query<{ message_no: string }>(
    `INSERT INTO outbox (customer_no, message_no, kind, text_sealed, told_at, phone_sealed)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (customer_no, message_no) DO NOTHING
     RETURNING message_no`,
    [
      customer,
      messageNo,
      kind,
      vault.seal(text, place('text_sealed')),
      now(),
      phone === undefined ? null : vault.seal(phone, place('phone_sealed')),
    ],
  )
  return rows.length > 0
}

/** Whether a message exists under this number, sent or not. */
export async function isMessageEnqueued(
  db: Queryable,
  { customer, messageNo }: Key,
): Promise<boolean> {
  const rows = await db.query<{ message_no: string }>(
    `SELECT message_no FROM outbox WHERE customer_no = $1 AND message_no = $2`,
    [customer, messageNo],
  )
  return rows.length > 0
}

export async function findUnsent(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, messageNo }: Key,
): Promise<Pick<Message, 'text' | 'phone'> | undefined> {
  const [row] = await db.query<{ text_sealed: Buffer; phone_sealed: Buffer | null }>(
    `SELECT text_sealed, phone_sealed FROM outbox
      WHERE customer_no = $1 AND message_no = $2 AND sent_at IS NULL`,
    [customer, messageNo],
  )
  if (!row) return undefined
  const place = placeIn('outbox', customer, messageNo)
  const text = vault.open(row.text_sealed, place('text_sealed'))
  if (!row.phone_sealed) return { text }
  return { text, phone: vault.open(row.phone_sealed, place('phone_sealed')) }
}

export async function markSent(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, messageNo }: Key,
): Promise<void> {
  await db.query(`UPDATE outbox SET sent_at = $3 WHERE customer_no = $1 AND message_no = $2`, [
    customer,
    messageNo,
    now(),
  ])
}
