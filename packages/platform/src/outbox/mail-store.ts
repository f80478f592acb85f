import type { CustomerNo } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import { placeIn } from '#database/vault/sealed-columns.ts'
import type { DocumentKey } from '#documents/document-link-store.ts'
import type { PlatformServices } from '#services.ts'
import { isSmsTemplate, smsKindOf, type Sms } from '#sms/sms-templates.ts'

type Deps = Pick<PlatformServices, 'vault' | 'now'>
type Key = { readonly customer: CustomerNo; readonly messageNo: string }

/** A document of the same customer only, so that a mail never contains another customer's. */
export type MailedDocument = Pick<DocumentKey, 'kind' | 'reference'>

export type MailContent = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly documents: readonly MailedDocument[]
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
  { customer, messageNo, kind, to, subject, text, documents }: Mail,
): Promise<boolean> {
  const content: MailContent = { to, subject, text, documents }
  const place = placeIn('outbox_mails', customer, messageNo)('content_sealed')
  const rows = await db.query<{ message_no: string }>(
    `INSERT INTO outbox_mails (customer_no, message_no, kind, content_sealed, enqueued_at)
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
  readonly sms: Sms
  /** A phone other than the customer's own. */
  readonly phone?: string
}

/** Returns false when this number already exists. */
export async function insertMessage(
  db: Queryable,
  { vault, now }: Deps,
  { customer, messageNo, sms, phone }: Message,
): Promise<boolean> {
  const place = placeIn('outbox', customer, messageNo)
  const rows = await db.query<{ message_no: string }>(
    `INSERT INTO outbox (customer_no, message_no, kind, text_sealed, enqueued_at, phone_sealed,
                         template, parameters_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (customer_no, message_no) DO NOTHING
     RETURNING message_no`,
    [
      customer,
      messageNo,
      smsKindOf(sms.template),
      vault.seal(sms.text, place('text_sealed')),
      now(),
      phone === undefined ? null : vault.seal(phone, place('phone_sealed')),
      sms.template,
      vault.seal(JSON.stringify(sms.parameters), place('parameters_sealed')),
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

type UnsentRow = {
  text_sealed: Buffer
  phone_sealed: Buffer | null
  template: string | null
  parameters_sealed: Buffer | null
  tried_at: Date | null
}

/** An unsent message. One from before templates, or of a template that is no more, has its text only. */
export type Unsent = Pick<Sms, 'text'> &
  Partial<Omit<Sms, 'text'>> & {
    readonly phone?: string
    /** When it was first given to a service, if it was. */
    readonly triedAt?: Date
  }

/** Reads an unsent message and records the attempt, so that the next one asks the service first. */
export async function takeUnsent(
  db: Queryable,
  { vault, now }: Deps,
  { customer, messageNo }: Key,
): Promise<Unsent | undefined> {
  const [row] = await db.query<UnsentRow>(
    `UPDATE outbox SET tried_at = coalesce(outbox.tried_at, $3)
       FROM (SELECT tried_at FROM outbox WHERE customer_no = $1 AND message_no = $2) AS before
      WHERE customer_no = $1 AND message_no = $2 AND sent_at IS NULL
      RETURNING text_sealed, phone_sealed, template, parameters_sealed, before.tried_at`,
    [customer, messageNo, now()],
  )
  if (!row) return undefined
  const { template, phone_sealed: phone, parameters_sealed: parameters } = row
  const place = placeIn('outbox', customer, messageNo)
  return {
    text: vault.open(row.text_sealed, place('text_sealed')),
    ...(phone && { phone: vault.open(phone, place('phone_sealed')) }),
    ...(row.tried_at && { triedAt: row.tried_at }),
    ...(template !== null &&
      isSmsTemplate(template) &&
      parameters && {
        template,
        // Only `insertMessage` writes this column.
        parameters: JSON.parse(
          vault.open(parameters, place('parameters_sealed')),
        ) as Sms['parameters'],
      }),
  }
}

/** Ends a message: it is with the service, or the service refuses it for good. */
export async function markSent(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, messageNo, refusal }: Key & { readonly refusal?: string },
): Promise<void> {
  await db.query(
    `UPDATE outbox SET sent_at = $3, refusal = $4 WHERE customer_no = $1 AND message_no = $2`,
    [customer, messageNo, now(), refusal ?? null],
  )
}
