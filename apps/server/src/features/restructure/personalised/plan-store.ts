import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'vault' | 'now'>
type Key = { readonly customer: CustomerNo; readonly planNo: string }

export type Contacts = NonNullable<OpenPlan['contacts']>

/** A consolidation plan: the selected loans and the data collected so far. */
export type PlanRecord = Key & {
  readonly loanNos: readonly string[]
  readonly months: number
  readonly contacts: Contacts | undefined
  readonly cardId: string | undefined
  /** The signature and the new loan. */
  readonly signed: SignedPlan | undefined
}

type SignedPlan = {
  readonly requestNo: string
  readonly fingerprint: Buffer
  readonly loanNo: string
}

const SELECT = `
  SELECT customer_no, plan_no, loan_nos, months, contacts_sealed, card_id, request_no, fingerprint,
         loan_no
    FROM consolidation_plans`

export async function findOpenPlan(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  customer: CustomerNo,
): Promise<PlanRecord | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE customer_no = $1 AND state = 'open'`, [
    customer,
  ])
  return row && planOf(row, deps)
}

/** Finds a customer's own plan; another customer's is not found. */
export async function findPlan(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  { customer, planNo }: Key,
): Promise<PlanRecord | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE customer_no = $1 AND plan_no = $2`, [
    customer,
    planNo,
  ])
  return row && planOf(row, deps)
}

/** Saves a selection; a new one in the same plan keeps contacts and card. */
export async function saveChoice(
  tx: Transaction,
  { now }: Deps,
  { customer, planNo, loanNos, months }: Key & Pick<PlanRecord, 'loanNos' | 'months'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO consolidation_plans (customer_no, plan_no, loan_nos, months, chosen_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (customer_no) WHERE state = 'open'
     DO UPDATE SET loan_nos = $3, months = $4, changed_at = $5`,
    [customer, planNo, loanNos, months, now()],
  )
}

export async function storeContacts(
  tx: Transaction,
  { vault, now }: Deps,
  { customer, planNo, contacts }: Key & { readonly contacts: Contacts },
): Promise<void> {
  const place = placeIn('consolidation_plans', customer, planNo)('contacts_sealed')
  await tx.query(
    `UPDATE consolidation_plans SET contacts_sealed = $3, changed_at = $4
      WHERE customer_no = $1 AND plan_no = $2 AND state = 'open'`,
    [customer, planNo, vault.seal(JSON.stringify(contacts), place), now()],
  )
}

export async function saveCardOfPlan(
  tx: Transaction,
  { now }: Deps,
  { customer, planNo, cardId }: Key & { readonly cardId: string },
): Promise<void> {
  await tx.query(
    `UPDATE consolidation_plans SET card_id = $3, changed_at = $4
      WHERE customer_no = $1 AND plan_no = $2 AND state = 'open'`,
    [customer, planNo, cardId, now()],
  )
}

export async function markSigned(
  tx: Transaction,
  { now }: Deps,
  { customer, planNo, requestNo, fingerprint, loanNo }: Key & SignedPlan,
): Promise<void> {
  await tx.query(
    `UPDATE consolidation_plans SET state = 'signed', request_no = $3, fingerprint = $4, loan_no = $5,
            signed_at = $6, changed_at = $6
      WHERE customer_no = $1 AND plan_no = $2 AND state = 'open'`,
    [customer, planNo, requestNo, fingerprint, loanNo, now()],
  )
}

/** The agreed number of instalments of each signed plan, by loan. */
export async function signedMonthsByLoan(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ loan_no: string; months: number }>(
    `SELECT loan_no, months FROM consolidation_plans
      WHERE customer_no = $1 AND state = 'signed' AND loan_no IS NOT NULL`,
    [customer],
  )
  return new Map(rows.map((row) => [row.loan_no, row.months]))
}

/** Whether any plan was signed under this request number. */
export async function isRequestTaken(
  db: Queryable,
  { customer, requestNo }: { readonly customer: CustomerNo; readonly requestNo: string },
): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM consolidation_plans WHERE customer_no = $1 AND request_no = $2',
    [customer, requestNo],
  )
  return rows.length > 0
}

type Row = {
  customer_no: CustomerNo
  plan_no: string
  loan_nos: string[]
  months: number
  contacts_sealed: Buffer | null
  card_id: string | null
  request_no: string | null
  fingerprint: Buffer | null
  loan_no: string | null
}

function planOf(row: Row, { vault }: Pick<Deps, 'vault'>): PlanRecord {
  const { request_no: requestNo, fingerprint, loan_no: loanNo } = row
  const place = placeIn('consolidation_plans', row.customer_no, row.plan_no)('contacts_sealed')
  const isSigned = requestNo !== null && fingerprint !== null && loanNo !== null
  return {
    customer: row.customer_no,
    planNo: row.plan_no,
    loanNos: row.loan_nos,
    months: row.months,
    // The contract validated the contacts before they were encrypted.
    contacts: row.contacts_sealed
      ? (JSON.parse(vault.open(row.contacts_sealed, place)) as Contacts)
      : undefined,
    cardId: row.card_id ?? undefined,
    signed: isSigned ? { requestNo, fingerprint, loanNo } : undefined,
  }
}

/** The loans that a plan took over, each with what it owed that day. */
export async function loansConsolidatedInto(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<{ readonly loanNo: string; readonly amount: Money }[]> {
  // A bill of a loan may have been converted before the plan: its last conversion closed it.
  const rows = await db.query<{ loan_no: string; amount_fen: bigint }>(
    `SELECT DISTINCT ON (loan_no) loan_no, payments.amount_fen
       FROM payments JOIN loans USING (customer_no, loan_no)
      WHERE customer_no = $1 AND consolidated_into = $2 AND payments.kind = 'conversion'
      ORDER BY loan_no, received_at DESC`,
    [customer, loanNo],
  )
  return rows.map((row) => ({ loanNo: row.loan_no, amount: fen(row.amount_fen) }))
}
