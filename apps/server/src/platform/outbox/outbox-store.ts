import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

type Deps = Pick<Services, 'vault' | 'now'>
type Key = { readonly customer: CustomerNo; readonly messageNo: string }

export type Message = Key & {
  /** What it is about, for whoever looks at the table: the text itself is sealed. */
  readonly kind: string
  readonly text: string
  /** Another phone than the customer's own. */
  readonly phone?: string
}

/** Answers false when it was told before. */
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
