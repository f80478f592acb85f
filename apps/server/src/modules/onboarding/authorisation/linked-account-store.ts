import { customerNo, type CustomerNo } from '#customer-no.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { placeIn } from '#database/sealed-columns.ts'
import type { Vault } from '#database/vault.ts'
import type { Provider } from './authorisation-store.ts'

type Means = { readonly vault: Vault; readonly now: () => Date }

export type AppAccount = { readonly provider: Provider; readonly openId: string }

export async function findLinkedCustomer(
  db: Queryable,
  { vault }: Means,
  account: AppAccount,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM linked_accounts WHERE provider = $1 AND open_id_index = $2`,
    [account.provider, indexOf(vault, account)],
  )
  return row && customerNo(row.customer_no)
}

/** Whether it is linked with a customer still, and so it stays until the transaction ends. */
export async function holdLink(
  tx: Transaction,
  { vault }: Means,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<boolean> {
  const rows = await tx.query<{ provider: string }>(
    `SELECT provider FROM linked_accounts
      WHERE provider = $1 AND open_id_index = $2 AND customer_no = $3 FOR SHARE`,
    [link.provider, indexOf(vault, link), link.customer],
  )
  return rows.length > 0
}

/** An account that is linked already stays with whom it is linked to. */
export async function linkAccount(
  db: Queryable,
  { vault, now }: Means,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<void> {
  const index = indexOf(vault, link)
  const place = placeIn('linked_accounts', link.customer, link.provider, index)('open_id_sealed')
  await db.query(
    `INSERT INTO linked_accounts (provider, open_id_index, open_id_sealed, customer_no, linked_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, open_id_index) DO NOTHING`,
    [link.provider, index, vault.seal(link.openId, place), link.customer, now()],
  )
}

export async function deleteLinkedAccounts(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query(`DELETE FROM linked_accounts WHERE customer_no = $1`, [customer])
}

function indexOf(vault: Vault, { provider, openId }: AppAccount): Buffer {
  return vault.index('openId', `${provider}:${openId}`)
}
