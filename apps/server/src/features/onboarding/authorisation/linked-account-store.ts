import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

type Deps = { readonly vault: Vault; readonly now: () => Date }

export type AppAccount = { readonly provider: Provider; readonly openId: string }

/** Only a confirmed link identifies a customer. */
export async function findLinkedCustomer(
  db: Queryable,
  { vault }: Deps,
  account: AppAccount,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM linked_accounts WHERE provider = $1 AND open_id_index = $2
       AND confirmed_at IS NOT NULL`,
    [account.provider, indexOf(vault, account)],
  )
  return row && customerNo(row.customer_no)
}

/** Whether the link still exists; locks it until the transaction ends. */
export async function lockLink(
  tx: Transaction,
  { vault }: Deps,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<boolean> {
  const rows = await tx.query<{ provider: string }>(
    `SELECT provider FROM linked_accounts
      WHERE provider = $1 AND open_id_index = $2 AND customer_no = $3
        AND confirmed_at IS NOT NULL FOR SHARE`,
    [link.provider, indexOf(vault, link), link.customer],
  )
  return rows.length > 0
}

/**
 * Links a confirmed app account; returns false if it is already linked. A customer has one account
 * per app: linking another one replaces it.
 */
export async function linkAccount(
  tx: Transaction,
  { vault, now }: Deps,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<boolean> {
  const index = indexOf(vault, link)
  const place = placeIn('linked_accounts', link.customer, link.provider, index)('open_id_sealed')
  const linked = await tx.query<{ provider: string }>(
    `INSERT INTO linked_accounts AS known
       (provider, open_id_index, open_id_sealed, customer_no, linked_at, confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (provider, open_id_index) DO UPDATE SET
       customer_no = excluded.customer_no,
       open_id_sealed = excluded.open_id_sealed,
       linked_at = excluded.linked_at,
       confirmed_at = excluded.confirmed_at
     WHERE known.confirmed_at IS NULL
     RETURNING provider`,
    [link.provider, index, vault.seal(link.openId, place), link.customer, now()],
  )
  if (linked.length === 0) return false
  await tx.query(
    `DELETE FROM linked_accounts
      WHERE customer_no = $1 AND provider = $2 AND open_id_index <> $3`,
    [link.customer, link.provider, index],
  )
  return true
}

export async function listLinkedApps(
  db: Queryable,
  customer: CustomerNo,
): Promise<readonly { readonly provider: Provider; readonly linkedAt: Date }[]> {
  const rows = await db.query<{ provider: Provider; linked_at: Date }>(
    `SELECT provider, business_moment(linked_at) AS linked_at FROM linked_accounts
      WHERE customer_no = $1 AND confirmed_at IS NOT NULL
      ORDER BY linked_accounts.linked_at DESC, provider`,
    [customer],
  )
  return rows.map(({ provider, linked_at: linkedAt }) => ({ provider, linkedAt }))
}

/** The account of a customer at an app, if one is linked. */
export async function findOpenId(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, provider }: { readonly customer: CustomerNo; readonly provider: Provider },
): Promise<string | undefined> {
  const [row] = await db.query<{ open_id_index: Buffer; open_id_sealed: Buffer }>(
    `SELECT open_id_index, open_id_sealed FROM linked_accounts
      WHERE customer_no = $1 AND provider = $2 AND confirmed_at IS NOT NULL`,
    [customer, provider],
  )
  if (!row) return undefined
  const place = placeIn('linked_accounts', customer, provider, row.open_id_index)
  return vault.open(row.open_id_sealed, place('open_id_sealed'))
}

export async function deleteLinkedApp(
  tx: Transaction,
  { customer, provider }: { readonly customer: CustomerNo; readonly provider: Provider },
): Promise<void> {
  await tx.query(`DELETE FROM linked_accounts WHERE customer_no = $1 AND provider = $2`, [
    customer,
    provider,
  ])
}

export async function deleteLinkedAccounts(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query(`DELETE FROM linked_accounts WHERE customer_no = $1`, [customer])
}

function indexOf(vault: Vault, { provider, openId }: AppAccount): Buffer {
  return vault.index('openId', `${provider}:${openId}`)
}

export type Provider = 'wallet' | 'messenger'

/** The state is passed through the provider; the browser secret never leaves the browser. */
type StatePair = { readonly state: string; readonly browserSecret: string }

export async function insertAuthorisation(
  db: Queryable,
  { vault, now }: Deps,
  begun: StatePair & { readonly provider: Provider; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM authorisations WHERE state_hash IN (
         SELECT state_hash FROM authorisations WHERE expires_at < $5 LIMIT 20
         FOR UPDATE SKIP LOCKED))
     INSERT INTO authorisations (state_hash, browser_hash, provider, expires_at)
     VALUES ($1, $2, $3, $4)`,
    [...hashesOf(vault, begun), begun.provider, begun.expiresAt, now()],
  )
}

/** Uses up an authorisation, only in the browser that started it. */
export async function spendAuthorisation(
  db: Queryable,
  { vault, now }: Deps,
  returned: StatePair,
): Promise<Provider | undefined> {
  const [row] = await db.query<{ provider: Provider }>(
    `UPDATE authorisations SET used_at = $3
     WHERE state_hash = $1 AND browser_hash = $2 AND used_at IS NULL AND expires_at > $3
     RETURNING provider`,
    [...hashesOf(vault, returned), now()],
  )
  return row?.provider
}

function hashesOf(vault: Vault, { state, browserSecret }: StatePair): [Buffer, Buffer] {
  return [vault.hash('ticket', state), vault.hash('ticket', browserSecret)]
}
