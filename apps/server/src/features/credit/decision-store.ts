import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Decision } from '@qingzhou/domain/credit/policy'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

/** Policy version of limits that were decided before the application, by invitation. */
export const INVITATION = 'invitation'

export type DecisionRecord = {
  readonly policyVersion: string
  /** JSON of the policy inputs, without names or numbers of persons. */
  readonly inputs: string
  readonly decidedOn: LocalDate
  readonly outcome: Decision['outcome']
  readonly grade: string | undefined
  readonly amountFen: bigint | undefined
  readonly reasons: readonly string[]
  readonly points: readonly { readonly for: string; readonly points: number }[]
  readonly retryOn: LocalDate | undefined
}

export async function insertDecision(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  made: {
    readonly customer: CustomerNo
    readonly applyNo: string
    readonly policyVersion: string
    readonly inputs: object
    readonly decision: Decision
    readonly decidedOn: LocalDate
  },
): Promise<void> {
  const { decision } = made
  const place = placeIn('decisions', made.customer, made.applyNo)
  const hasLimit = decision.outcome === 'approved' || decision.outcome === 'referred'
  await tx.query(
    `INSERT INTO decisions (customer_no, application_no, policy_version, inputs_sealed, outcome, grade,
                            amount_fen, reasons, points, retry_on, decided_on, decided_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      made.customer,
      made.applyNo,
      made.policyVersion,
      vault.seal(JSON.stringify(made.inputs), place('inputs_sealed')),
      decision.outcome,
      hasLimit ? decision.grade : undefined,
      hasLimit ? decision.amount : undefined,
      decision.outcome === 'approved' ? [] : decision.reasons,
      JSON.stringify(decision.points),
      hasLimit ? undefined : decision.retryOn,
      made.decidedOn,
      now(),
    ],
  )
}

export async function findDecision(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  applyNo: string,
): Promise<DecisionRecord | undefined> {
  const [row] = await db.query<{
    customer_no: string
    policy_version: string
    inputs_sealed: Buffer
    outcome: Decision['outcome']
    grade: string | null
    amount_fen: bigint | null
    reasons: string[]
    points: { for: string; points: number }[]
    retry_on: LocalDate | null
    decided_on: LocalDate
  }>(
    `SELECT customer_no, policy_version, inputs_sealed, outcome, grade, amount_fen, reasons, points,
            retry_on, decided_on
       FROM decisions WHERE application_no = $1`,
    [applyNo],
  )
  if (!row) return undefined
  const place = placeIn('decisions', row.customer_no, applyNo)
  return {
    policyVersion: row.policy_version,
    inputs: vault.open(row.inputs_sealed, place('inputs_sealed')),
    decidedOn: row.decided_on,
    outcome: row.outcome,
    grade: row.grade ?? undefined,
    amountFen: row.amount_fen ?? undefined,
    reasons: row.reasons,
    points: row.points,
    retryOn: row.retry_on ?? undefined,
  }
}

/** How the applicant came: the browser's channel, the link with its channel, the sub-channel. */
export type Origin = {
  readonly channel?: string
  readonly linkChannel?: string
  readonly uriId?: string | undefined
  readonly subChannel?: string | undefined
}

export async function findOrigin(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  applyNo: string,
): Promise<Origin> {
  const [row] = await db.query<{ customer_no: string; terminal_sealed: Buffer | null }>(
    `SELECT customer_no, terminal_sealed FROM credit_applications WHERE application_no = $1`,
    [applyNo],
  )
  if (!row?.terminal_sealed) return {}
  const place = placeIn('credit_applications', row.customer_no, applyNo)('terminal_sealed')
  // Written only by `saveTerminal`.
  const record = JSON.parse(vault.open(row.terminal_sealed, place)) as { readonly cameBy?: Origin }
  return record.cameBy ?? {}
}
