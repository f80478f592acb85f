import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'

type Indexes = { readonly vault: Pick<Vault, 'index'> }
type Row = { customer_no: string }

export async function isCustomer(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const rows = await db.query(`SELECT FROM customers WHERE customer_no = $1`, [customer])
  return rows.length > 0
}

/** By the blind index of a phone. */
export async function findByPhone(
  db: Queryable,
  { vault }: Indexes,
  phone: string,
): Promise<CustomerNo[]> {
  const rows = await db.query<Row>(`SELECT customer_no FROM phones WHERE phone_index = $1`, [
    vault.index('phone', phone),
  ])
  return numbersOf(rows)
}

/** By the blind index of an ID number: the account it is verified for, or was before. */
export async function findByIdNumber(
  db: Queryable,
  { vault }: Indexes,
  idNumber: string,
): Promise<CustomerNo[]> {
  const rows = await db.query<Row>(`SELECT customer_no FROM identities WHERE number_index = $1`, [
    vault.index('idNumber', idNumber),
  ])
  return numbersOf(rows)
}

/** By the blind index of a card number. A card may be bound by several accounts. */
export async function findByCard(
  db: Queryable,
  { vault }: Indexes,
  cardNumber: string,
): Promise<CustomerNo[]> {
  const rows = await db.query<Row>(
    `SELECT DISTINCT customer_no FROM cards WHERE card_index = $1 ORDER BY customer_no LIMIT 20`,
    [vault.index('card', cardNumber)],
  )
  return numbersOf(rows)
}

export async function findByLoan(db: Queryable, loanNo: string): Promise<CustomerNo[]> {
  const loans = await db.query<Row>(`SELECT customer_no FROM loans WHERE loan_no = $1`, [loanNo])
  if (loans.length > 0) return numbersOf(loans)
  return findByOrder(db, loanNo)
}

/** By our number of an order at the bank, an app, the mall, the bureau or the face check. */
export async function findByOrder(db: Queryable, orderNo: string): Promise<CustomerNo[]> {
  for (const table of ORDER_TABLES) {
    const rows = await db.query<Row>(table, [orderNo])
    if (rows.length > 0) return numbersOf(rows)
  }
  return []
}

const ORDER_TABLES = [
  `SELECT customer_no FROM bank_orders WHERE order_no = $1`,
  `SELECT customer_no FROM mall_order_owners WHERE order_no = $1`,
  `SELECT customer_no FROM face_orders WHERE order_no = $1`,
  `SELECT customer_no FROM bureau_requests WHERE request_no = $1`,
] as const

/** Our number of an order, by the number that the provider has for it or was sent. */
export async function orderOfProvider(db: Queryable, number: string): Promise<string | undefined> {
  const [row] = await db.query<{ order_no: string }>(
    `SELECT order_no FROM wire_orders WHERE wire_no = $1
      UNION ALL
     SELECT order_no FROM wire_orders WHERE md5(reference) = md5($1) AND reference = $1 LIMIT 1`,
    [number],
  )
  return row?.order_no
}

function numbersOf(rows: readonly Row[]): CustomerNo[] {
  return rows.map(({ customer_no }) => customerNo(customer_no))
}
