import type { CertificateKind } from '@qingzhou/contract/features/repayment/settlement'
import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

/** The loan that a certificate confirms as settled. */
export type CertifiedLoan = {
  readonly loanNo: string
  readonly amount: Money
  readonly settledOn: LocalDate
}

export type IssuedCertificate = {
  readonly certificateNo: string
  readonly kind: CertificateKind
  readonly about: string
  readonly loan: CertifiedLoan | undefined
  readonly issuedOn: LocalDate
  readonly holder: string
  readonly checkCode: string
  readonly fileNo: string
  /** SHA-256 of the issued file. */
  readonly digest: Buffer
}

/** Returns false if a certificate of the same facts exists, which stays valid. */
export async function insertCertificate(
  tx: Transaction,
  vault: Vault,
  {
    customer,
    issuedAt,
    ...issued
  }: IssuedCertificate & { readonly customer: CustomerNo; readonly issuedAt: Date },
): Promise<boolean> {
  const place = placeIn('certificates', customer, issued.certificateNo)
  const rows = await tx.query<{ certificate_no: string }>(
    `INSERT INTO certificates (customer_no, certificate_no, kind, subject, loan_no, amount_fen,
       settled_on, issued_on, issued_at, holder_sealed, code_sealed, file_no, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (customer_no, subject) DO NOTHING RETURNING certificate_no`,
    [
      customer,
      issued.certificateNo,
      issued.kind,
      issued.about,
      issued.loan?.loanNo ?? null,
      issued.loan?.amount ?? null,
      issued.loan?.settledOn ?? null,
      issued.issuedOn,
      issuedAt,
      vault.seal(issued.holder, place('holder_sealed')),
      vault.seal(issued.checkCode, place('code_sealed')),
      issued.fileNo,
      issued.digest,
    ],
  )
  if (rows.length === 0) return false
  await tx.query(
    `INSERT INTO certificate_codes (code_hash, customer_no, certificate_no) VALUES ($1, $2, $3)`,
    [vault.hash('certificate', issued.checkCode), customer, issued.certificateNo],
  )
  return true
}

/** Certificates already issued about these facts. */
export async function findCertificatesAbout(
  db: Queryable,
  vault: Vault,
  { customer, about }: { readonly customer: CustomerNo; readonly about: readonly string[] },
): Promise<readonly IssuedCertificate[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM certificates WHERE customer_no = $1 AND subject = ANY ($2)`,
    [customer, about],
  )
  return rows.map((row) => issuedCertificate(vault, row))
}

/** A customer's certificates by number, in the order of the numbers. */
export async function findCertificates(
  db: Queryable,
  vault: Vault,
  {
    customer,
    certificateNos,
  }: { readonly customer: CustomerNo; readonly certificateNos: readonly string[] },
): Promise<readonly IssuedCertificate[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM certificates WHERE customer_no = $1 AND certificate_no = ANY ($2)
      ORDER BY array_position($2, certificate_no)`,
    [customer, certificateNos],
  )
  return rows.map((row) => issuedCertificate(vault, row))
}

/** Finds a certificate of any customer by its check code alone. */
export async function findCertificateByCode(
  db: Queryable,
  vault: Vault,
  checkCode: string,
): Promise<(IssuedCertificate & { readonly customer: CustomerNo }) | undefined> {
  const [found] = await db.query<{ customer_no: string; certificate_no: string }>(
    'SELECT customer_no, certificate_no FROM certificate_codes WHERE code_hash = $1',
    [vault.hash('certificate', checkCode)],
  )
  if (!found) return undefined
  // The code leads to the customer, on a cluster from another node.
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM certificates WHERE customer_no = $1 AND certificate_no = $2`,
    [found.customer_no, found.certificate_no],
  )
  return row && { ...issuedCertificate(vault, row), customer: customerNo(row.customer_no) }
}

const COLUMNS = `customer_no, certificate_no, kind, subject, loan_no, amount_fen, settled_on, issued_on,
  holder_sealed, code_sealed, file_no, digest`

type Row = {
  customer_no: string
  certificate_no: string
  kind: CertificateKind
  subject: string
  loan_no: string | null
  amount_fen: bigint | null
  settled_on: string | null
  issued_on: string
  holder_sealed: Buffer
  code_sealed: Buffer
  file_no: string
  digest: Buffer
}

function issuedCertificate(vault: Vault, row: Row): IssuedCertificate {
  const place = placeIn('certificates', row.customer_no, row.certificate_no)
  return {
    certificateNo: row.certificate_no,
    kind: row.kind,
    about: row.subject,
    loan: loanOf(row),
    issuedOn: localDate(row.issued_on),
    holder: vault.open(row.holder_sealed, place('holder_sealed')),
    checkCode: vault.open(row.code_sealed, place('code_sealed')),
    fileNo: row.file_no,
    digest: row.digest,
  }
}

function loanOf({ loan_no, amount_fen, settled_on }: Row): CertifiedLoan | undefined {
  if (loan_no === null || amount_fen === null || settled_on === null) return undefined
  return { loanNo: loan_no, amount: fen(amount_fen), settledOn: localDate(settled_on) }
}
