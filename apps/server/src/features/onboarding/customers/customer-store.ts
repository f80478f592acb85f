import { assert } from '@qingzhou/domain/assert'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

type Deps = { readonly vault: Vault; readonly now: () => Date }

export type NewCustomer = {
  readonly customer: CustomerNo
  readonly userId: string
  readonly phone: string
  readonly channel: string
  readonly uriId: string | undefined
  readonly bankPartnerCode: string | undefined
}

export async function findCustomer(
  db: Queryable,
  { vault }: Deps,
  phone: string,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM phones WHERE phone_index = $1`,
    [vault.index('phone', phone)],
  )
  return row && customerNo(row.customer_no)
}

/**
 * The same with a shared lock, for a sign-in: a concurrent phone change waits, and then finds the
 * session being opened.
 */
export async function lockPhoneRow(
  tx: Transaction,
  { vault }: Pick<Deps, 'vault'>,
  phone: string,
): Promise<CustomerNo | undefined> {
  const [row] = await tx.query<{ customer_no: string }>(
    `SELECT customer_no FROM phones WHERE phone_index = $1 FOR SHARE`,
    [vault.index('phone', phone)],
  )
  return row && customerNo(row.customer_no)
}

/** The same with an exclusive lock, for a phone change: concurrent sign-ins wait. */
export async function lockPhone(
  tx: Transaction,
  { vault }: Pick<Deps, 'vault'>,
  phone: string,
): Promise<CustomerNo | undefined> {
  const [row] = await tx.query<{ customer_no: string }>(
    `SELECT customer_no FROM phones WHERE phone_index = $1 FOR UPDATE`,
    [vault.index('phone', phone)],
  )
  return row && customerNo(row.customer_no)
}

/** Returns false if the phone was claimed by another customer since then. */
export async function insertCustomer(
  db: Queryable,
  { vault, now }: Deps,
  person: NewCustomer,
): Promise<boolean> {
  if (!(await claimPhone(db, { vault }, person))) return false

  await db.query(
    `INSERT INTO customers
       (customer_no, user_id, phone_sealed, channel, uri_id, bank_partner_code, registered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      person.customer,
      person.userId,
      vault.seal(person.phone, placeIn('customers', person.customer)('phone_sealed')),
      person.channel,
      person.uriId,
      person.bankPartnerCode,
      now(),
    ],
  )
  return true
}

/** Of two concurrent claims, the later one waits and returns false. */
export async function claimPhone(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, phone }: OwnPhone,
): Promise<boolean> {
  const claimed = await db.query<{ customer_no: string }>(
    `INSERT INTO phones (phone_index, customer_no) VALUES ($1, $2)
     ON CONFLICT (phone_index) DO NOTHING RETURNING customer_no`,
    [vault.index('phone', phone), customer],
  )
  return claimed.length > 0
}

type OwnPhone = Pick<NewCustomer, 'customer' | 'phone'>

export async function dropPhone(
  tx: Transaction,
  { vault }: Pick<Deps, 'vault'>,
  { customer, phone }: OwnPhone,
): Promise<void> {
  await tx.query(`DELETE FROM phones WHERE phone_index = $1 AND customer_no = $2`, [
    vault.index('phone', phone),
    customer,
  ])
}

export async function savePhone(
  tx: Transaction,
  { vault }: Pick<Deps, 'vault'>,
  { customer, phone }: OwnPhone,
): Promise<void> {
  await tx.query(`UPDATE customers SET phone_sealed = $2 WHERE customer_no = $1`, [
    customer,
    vault.seal(phone, placeIn('customers', customer)('phone_sealed')),
  ])
}

export async function readCustomer(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  customer: CustomerNo,
): Promise<{ readonly phone: string; readonly userId: string }> {
  const [row] = await db.query<{ phone_sealed: Buffer; user_id: string }>(
    `SELECT phone_sealed, user_id FROM customers WHERE customer_no = $1`,
    [customer],
  )
  assert(row !== undefined, 'a session belongs to a customer')
  const place = placeIn('customers', customer)('phone_sealed')
  return { phone: vault.open(row.phone_sealed, place), userId: row.user_id }
}

/** The phone of a customer; undefined for an unknown or erased one. */
export async function findPhone(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  customer: CustomerNo,
): Promise<string | undefined> {
  const [row] = await db.query<{ phone_sealed: Buffer }>(
    `SELECT phone_sealed FROM customers WHERE customer_no = $1`,
    [customer],
  )
  return row && vault.open(row.phone_sealed, placeIn('customers', customer)('phone_sealed'))
}

export async function getPhone(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  customer: CustomerNo,
): Promise<string> {
  return (await readCustomer(db, deps, customer)).phone
}

/** An unknown phone takes the same path as a customer without a password. */
export async function findPassword(
  db: Queryable,
  { vault }: Deps,
  phone: string,
): Promise<{ customer: CustomerNo; passwordHash: string } | undefined> {
  const [found] = await db.query<{ customer_no: string }>(
    'SELECT customer_no FROM phones WHERE phone_index = $1',
    [vault.index('phone', phone)],
  )
  const [row] = await db.query<{ password_hash: string | null }>(
    'SELECT password_hash FROM customers WHERE customer_no = $1',
    [found?.customer_no ?? ''],
  )
  if (!found || !row || row.password_hash === null) return undefined
  return { customer: customerNo(found.customer_no), passwordHash: row.password_hash }
}

/**
 * Whether the password is unchanged; locks the customer until the transaction ends. A concurrent
 * password change waits, and then finds the session being opened.
 */
export async function lockIfPasswordUnchanged(
  tx: Transaction,
  password: { readonly customer: CustomerNo; readonly passwordHash: string },
): Promise<boolean> {
  const rows = await tx.query<{ customer_no: string }>(
    `SELECT customer_no FROM customers WHERE customer_no = $1 AND password_hash = $2 FOR SHARE`,
    [password.customer, password.passwordHash],
  )
  return rows.length > 0
}

export async function savePassword(
  db: Queryable,
  password: { readonly customer: CustomerNo; readonly passwordHash: string },
): Promise<void> {
  await db.query(`UPDATE customers SET password_hash = $2 WHERE customer_no = $1`, [
    password.customer,
    password.passwordHash,
  ])
}

/** Removes the password: the holder of a stolen phone may have set it. */
export async function clearPassword(db: Queryable, customer: CustomerNo): Promise<void> {
  await db.query(`UPDATE customers SET password_hash = NULL WHERE customer_no = $1`, [customer])
}

/** Replaces the hash of the same password, unless another password was set since then. */
export async function replacePasswordHash(
  db: Queryable,
  hashes: { readonly customer: CustomerNo; readonly from: string; readonly passwordHash: string },
): Promise<void> {
  await db.query(
    `UPDATE customers SET password_hash = $3 WHERE customer_no = $1 AND password_hash = $2`,
    [hashes.customer, hashes.from, hashes.passwordHash],
  )
}
