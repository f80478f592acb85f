import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { voidSince } from '#features/settlement/index.ts'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

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

export type StoredConsent = {
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

export type StoredPayment = {
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
