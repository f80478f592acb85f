import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

type Deps = { readonly vault: Vault; readonly now: () => Date }

export async function insertLinkToken(
  db: Queryable,
  { vault, now }: Deps,
  link: {
    readonly token: string
    readonly customer: CustomerNo
    readonly phone: string
    readonly expiresAt: Date
    readonly campaignNo?: string | undefined
  },
): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM link_tokens WHERE token_hash IN (
         SELECT token_hash FROM link_tokens WHERE expires_at < $5 LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO link_tokens (token_hash, customer_no, phone_index, expires_at, campaign_no)
     VALUES ($1, $2, $3, $4, $6)`,
    [
      vault.hash('link', link.token),
      link.customer,
      vault.index('phone', link.phone),
      link.expiresAt,
      now(),
      link.campaignNo,
    ],
  )
}

/** Ends the validity of a link token. */
export async function expireLinkToken(
  db: Queryable,
  { vault, now }: Deps,
  token: string,
): Promise<void> {
  await db.query(`UPDATE link_tokens SET expires_at = $2 WHERE token_hash = $1`, [
    vault.hash('link', token),
    now(),
  ])
}

/** Ends the validity of a campaign's unused link tokens. Returns how many. */
export async function expireLinkTokens(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  campaignNo: string,
): Promise<number> {
  const rows = await db.query<{ token_hash: Buffer }>(
    `UPDATE link_tokens SET expires_at = $2
      WHERE campaign_no = $1 AND used_at IS NULL AND expires_at > $2 RETURNING token_hash`,
    [campaignNo, now()],
  )
  return rows.length
}

/**
 * Consumes a link token and returns its customer. One statement, so that only one of several
 * concurrent calls gets the token.
 *
 * The phone must still belong to the customer and equal the phone that the caller sent, if any.
 */
export async function consumeLinkToken(
  db: Queryable,
  { vault, now }: Deps,
  link: { readonly token: string; readonly phone: string | undefined },
): Promise<CustomerNo | undefined> {
  const phoneIndex = link.phone === undefined ? null : vault.index('phone', link.phone)
  const [row] = await db.query<{ customer_no: string }>(
    `UPDATE link_tokens SET used_at = $2 FROM phones
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
       AND phones.phone_index = link_tokens.phone_index
       AND phones.customer_no = link_tokens.customer_no
       AND ($3::bytea IS NULL OR link_tokens.phone_index = $3)
     RETURNING link_tokens.customer_no`,
    [vault.hash('link', link.token), now(), phoneIndex],
  )
  return row && customerNo(row.customer_no)
}

export async function deleteLinkTokens(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query(`DELETE FROM link_tokens WHERE customer_no = $1`, [customer])
}
