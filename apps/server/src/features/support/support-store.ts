import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { customerNo } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { nameIndex } from '#features/identity/index.ts'
import { voidSince } from '#features/settlement/index.ts'

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

export type NameAndLastFour = { readonly name: string; readonly lastFour: string }

/** By the blind index of a name with the last four of the phone or the ID number. */
export async function findByName(
  db: Queryable,
  { vault }: Indexes,
  { name, lastFour }: NameAndLastFour,
): Promise<CustomerNo[]> {
  const rows = await db.query<Row>(
    `SELECT customer_no FROM id_cards WHERE name_phone_index = $1 OR name_number_index = $1
      ORDER BY customer_no LIMIT 20`,
    [nameIndex(vault, { name, number: lastFour })],
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

/** A signed agreement or an issued certificate. */
export type ListedDocument = {
  readonly kind: 'agreement' | 'certificate'
  readonly documentNo: string
  readonly title: string
  readonly on: LocalDate
  /** A certificate that is void is not sent any more. */
  readonly isVoid: boolean
}

/** The documents of a customer, the newest first. */
export async function listDocuments(
  db: Queryable,
  customer: CustomerNo,
): Promise<ListedDocument[]> {
  const agreements = await db.query<{ agreement_no: string; title: string; signed_on: LocalDate }>(
    `SELECT agreement_no, title, (signed_at AT TIME ZONE 'Asia/Shanghai')::date AS signed_on
       FROM signed_agreements WHERE customer_no = $1 ORDER BY signed_at DESC, agreement_no`,
    [customer],
  )
  const certificates = await db.query<{
    certificate_no: string
    kind: 'settlement' | 'statement'
    issued_on: LocalDate
    subject: string
    loan_no: string | null
  }>(
    `SELECT certificate_no, kind, issued_on, subject, loan_no
       FROM certificates WHERE customer_no = $1 ORDER BY issued_on DESC, certificate_no`,
    [customer],
  )
  const isVoid = await Promise.all(
    certificates.map(async ({ subject: about, loan_no }) => {
      const loan = loan_no === null ? undefined : { loanNo: loan_no }
      return (await voidSince(db, customer, { about, loan })) !== undefined
    }),
  )
  return [
    ...certificates.map(({ certificate_no, kind, issued_on }, index) => ({
      kind: 'certificate' as const,
      documentNo: certificate_no,
      title: kind === 'settlement' ? '结清证明' : '信贷账户证明',
      on: issued_on,
      isVoid: isVoid[index] ?? false,
    })),
    ...agreements.map(({ agreement_no, title, signed_on }) => ({
      kind: 'agreement' as const,
      documentNo: agreement_no,
      title,
      on: signed_on,
      isVoid: false,
    })),
  ]
}

type StoredConsent = {
  readonly page: string
  readonly version: string
  readonly agreedAt: Date
}

export async function listConsents(db: Queryable, customer: CustomerNo): Promise<StoredConsent[]> {
  const rows = await db.query<{ page_name: string; page_version: string; agreed_at: Date }>(
    `SELECT page_name, page_version, agreed_at FROM consents WHERE customer_no = $1 ORDER BY agreed_at`,
    [customer],
  )
  return rows.map((row) => ({
    page: row.page_name,
    version: row.page_version,
    agreedAt: row.agreed_at,
  }))
}

type StoredPayment = {
  readonly paymentNo: string
  readonly loanNo: string
  readonly amountFen: bigint
  readonly paidOn: LocalDate
}

export async function listPayments(db: Queryable, customer: CustomerNo): Promise<StoredPayment[]> {
  const rows = await db.query<{
    payment_no: string
    loan_no: string
    amount_fen: bigint
    paid_on: LocalDate
  }>(
    `SELECT payment_no, loan_no, amount_fen, paid_on
       FROM payments WHERE customer_no = $1 ORDER BY paid_on, payment_no`,
    [customer],
  )
  return rows.map((row) => ({
    paymentNo: row.payment_no,
    loanNo: row.loan_no,
    amountFen: row.amount_fen,
    paidOn: row.paid_on,
  }))
}
