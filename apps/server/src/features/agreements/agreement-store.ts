import * as z from 'zod/mini'
import type { AgreementEvent } from '@qingzhou/contract/features/agreements'
import { block, type Block } from '@qingzhou/contract/features/reference'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

/** A signed agreement without its text. */
export type SignedAgreement = {
  readonly agreementNo: string
  readonly code: string
  readonly version: string
  readonly title: string
  readonly businessNo: string
  /** The loan it concerns; unset for the agreements of an application or a draw. */
  readonly loanNo: string | undefined
  /** By the business clock when read. */
  readonly signedAt: Date
}

export type SignedAgreementText = SignedAgreement & {
  readonly blocks: readonly Block[]
  readonly hash: string
}

type Signing = SignedAgreementText & {
  readonly customer: CustomerNo
  readonly event: string
  readonly ip: string
  readonly deviceId: string | undefined
  readonly userAgent: string
}

/**
 * Signing the same agreement again for the same business number changes nothing: the first
 * signature counts.
 */
export async function insertSigned(db: Queryable, vault: Vault, signed: Signing): Promise<void> {
  const place = placeIn('signed_agreements', signed.customer, signed.agreementNo)
  await db.query(
    `INSERT INTO signed_agreements (customer_no, agreement_no, event, code, version, title,
       business_no, text_sealed, text_hash, signed_at, ip_sealed, device_sealed, user_agent_sealed,
       loan_no)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (customer_no, business_no, code) DO NOTHING`,
    [
      signed.customer,
      signed.agreementNo,
      signed.event,
      signed.code,
      signed.version,
      signed.title,
      signed.businessNo,
      vault.seal(textOfBlocks(signed.blocks), place('text_sealed')),
      signed.hash,
      signed.signedAt,
      vault.seal(signed.ip, place('ip_sealed')),
      signed.deviceId === undefined ? null : vault.seal(signed.deviceId, place('device_sealed')),
      vault.seal(signed.userAgent, place('user_agent_sealed')),
      signed.loanNo,
    ],
  )
}

/** The text as it is hashed and stored. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return JSON.stringify(blocks)
}

const COLUMNS = `agreement_no, code, version, title, business_no, loan_no,
  business_moment(signed_at) AS signed_at`

/** Newest first. Callers ask for one row more than a page to learn whether there is a next page. */
export async function listSigned(
  db: Queryable,
  customer: CustomerNo,
  page: {
    /** Only the agreements of one loan: those of its draw, and those that name the loan itself. */
    readonly businessNo: string | undefined
    readonly loanNo?: string | undefined
    /** Unset: agreements of every event. */
    readonly events?: readonly AgreementEvent[] | undefined
    readonly from: number
    readonly count: number
  },
): Promise<readonly SignedAgreement[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM signed_agreements
     WHERE customer_no = $1 AND ($2::text IS NULL OR business_no = $2 OR loan_no = $6)
       AND ($5::text[] IS NULL OR event = ANY($5))
     ORDER BY signed_agreements.signed_at DESC, agreement_no LIMIT $4 OFFSET $3`,
    [customer, page.businessNo, page.from, page.count, page.events, page.loanNo],
  )
  return rows.map(signedAgreement)
}

/** Those of the given agreements that belong to the customer, newest first. */
export async function findSignedAmong(
  db: Queryable,
  {
    customer,
    agreementNos,
  }: { readonly customer: CustomerNo; readonly agreementNos: readonly string[] },
): Promise<readonly SignedAgreement[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM signed_agreements
     WHERE customer_no = $1 AND agreement_no = ANY($2)
     ORDER BY signed_agreements.signed_at DESC, agreement_no`,
    [customer, agreementNos],
  )
  return rows.map(signedAgreement)
}

export async function findSigned(
  db: Queryable,
  vault: Vault,
  { customer, agreementNo }: { readonly customer: CustomerNo; readonly agreementNo: string },
): Promise<SignedAgreementText | undefined> {
  const [row] = await db.query<Row & { text_sealed: Buffer; text_hash: string }>(
    `SELECT ${COLUMNS}, text_sealed, text_hash FROM signed_agreements
     WHERE customer_no = $1 AND agreement_no = $2`,
    [customer, agreementNo],
  )
  if (!row) return undefined
  const place = placeIn('signed_agreements', customer, agreementNo)
  const words = vault.open(row.text_sealed, place('text_sealed'))
  const blocks = z.parse(z.array(block), JSON.parse(words))
  return { ...signedAgreement(row), blocks, hash: row.text_hash }
}

type Row = {
  agreement_no: string
  code: string
  version: string
  title: string
  business_no: string
  loan_no: string | null
  signed_at: Date
}

function signedAgreement(row: Row): SignedAgreement {
  const { code, version, title } = row
  return {
    agreementNo: row.agreement_no,
    code,
    version,
    title,
    businessNo: row.business_no,
    loanNo: row.loan_no ?? undefined,
    signedAt: row.signed_at,
  }
}
