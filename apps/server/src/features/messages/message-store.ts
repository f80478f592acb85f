import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { MailContent } from '@qingzhou/platform/outbox/mail-store'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'vault' | 'now'>

type SentMessage = {
  readonly messageNo: string
  readonly via: 'sms' | 'mail'
  /** The subject category. */
  readonly kind: string
  readonly text: string
  /** By the business clock, as every moment that a customer sees. */
  readonly toldAt: Date
  readonly isRead: boolean
}

type Page = { readonly customer: CustomerNo; readonly from: number; readonly count: number }

type MessageRow = {
  message_no: string
  via: 'sms' | 'mail'
  kind: string
  sealed: Buffer
  enqueued_at: Date
  shown_at: Date
  is_read: boolean
}

/** The SMS and e-mails to a customer, newest first. */
export async function listMessages(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, from, count }: Page,
): Promise<SentMessage[]> {
  const rows = await db.query<MessageRow>(
    `SELECT message_no, via, kind, sealed, enqueued_at, business_moment(enqueued_at) AS shown_at, is_read
       FROM (SELECT message_no, 'sms' AS via, kind, text_sealed AS sealed, enqueued_at,
                    read_at IS NOT NULL AS is_read
               FROM outbox WHERE customer_no = $1
              UNION ALL
             SELECT message_no, 'mail', kind, content_sealed, enqueued_at, read_at IS NOT NULL
               FROM outbox_mails WHERE customer_no = $1
              ORDER BY enqueued_at DESC, message_no LIMIT $3 OFFSET $2) AS page
      ORDER BY enqueued_at DESC, message_no`,
    [customer, from, count],
  )
  return rows.map(({ message_no: messageNo, via, kind, sealed, shown_at, is_read }) => ({
    messageNo,
    via,
    kind,
    text: textOf(vault, customer, { messageNo, via, sealed }),
    toldAt: shown_at,
    isRead: is_read,
  }))
}

function textOf(
  vault: Services['vault'],
  customer: CustomerNo,
  { messageNo, via, sealed }: Pick<SentMessage, 'messageNo' | 'via'> & { readonly sealed: Buffer },
): string {
  if (via === 'sms') {
    return vault.open(sealed, placeIn('outbox', customer, messageNo)('text_sealed'))
  }
  const place = placeIn('outbox_mails', customer, messageNo)('content_sealed')
  // Only the outbox writes this column.
  return (JSON.parse(vault.open(sealed, place)) as MailContent).text
}

export async function countUnread(db: Queryable, customer: CustomerNo): Promise<number> {
  const [row] = await db.query<{ count: bigint | null }>(
    `SELECT (SELECT count(*) FROM outbox WHERE customer_no = $1 AND read_at IS NULL)
          + (SELECT count(*) FROM outbox_mails WHERE customer_no = $1 AND read_at IS NULL) AS count`,
    [customer],
  )
  return Number(row?.count ?? 0n)
}

/** Marks the messages up to a moment; later ones stay unread. */
export async function markMessagesRead(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, until }: { readonly customer: CustomerNo; readonly until: Date },
): Promise<void> {
  // The borrower got milliseconds of the moment, the row has microseconds. Read before the updates: a
  // cluster refuses the function in them.
  const unread = await db.query<{ message_no: string }>(
    `SELECT message_no FROM outbox
      WHERE customer_no = $1 AND read_at IS NULL AND business_moment(enqueued_at) < $2::timestamptz + interval '1 millisecond'
     UNION ALL
     SELECT message_no FROM outbox_mails
      WHERE customer_no = $1 AND read_at IS NULL AND business_moment(enqueued_at) < $2::timestamptz + interval '1 millisecond'`,
    [customer, until],
  )
  const numbers = unread.map(({ message_no }) => message_no)
  await db.query(
    'UPDATE outbox SET read_at = $3 WHERE customer_no = $1 AND message_no = ANY($2) AND read_at IS NULL',
    [customer, numbers, now()],
  )
  await db.query(
    'UPDATE outbox_mails SET read_at = $3 WHERE customer_no = $1 AND message_no = ANY($2) AND read_at IS NULL',
    [customer, numbers, now()],
  )
}

/** Whether a customer wants messages of campaigns; undefined until the customer has chosen. */
export async function acceptsCampaigns(
  db: Queryable,
  customer: CustomerNo,
): Promise<boolean | undefined> {
  const [row] = await db.query<{ accepts_campaigns: boolean }>(
    'SELECT accepts_campaigns FROM message_settings WHERE customer_no = $1',
    [customer],
  )
  return row?.accepts_campaigns
}

export async function saveAcceptsCampaigns(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  choice: { readonly customer: CustomerNo; readonly acceptsCampaigns: boolean },
): Promise<void> {
  await db.query(
    `INSERT INTO message_settings (customer_no, accepts_campaigns, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_no) DO UPDATE SET
       accepts_campaigns = excluded.accepts_campaigns, changed_at = excluded.changed_at`,
    [choice.customer, choice.acceptsCampaigns, now()],
  )
}
