import type { ReviewGround } from '@qingzhou/domain/credit/referral'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'

type ApplicationKey = { readonly customer: CustomerNo; readonly applyNo: string }

/** An application that the rules have left to a person. */
export type Referral = ApplicationKey & {
  readonly state: 'open' | 'approved' | 'refused' | 'lapsed'
  readonly referredAt: Date
  readonly decideBy: Date
  /** The first of two reviewers, who has approved. */
  readonly first: { readonly by: string; readonly at: Date; readonly amount: Money } | undefined
  readonly decidedBy: string | undefined
  readonly endedAt: Date | undefined
  readonly amount: Money | undefined
  readonly ground: string | undefined
}

export async function insertReferral(
  tx: Transaction,
  {
    customer,
    applyNo,
    at,
    decideBy,
  }: ApplicationKey & { readonly at: Date; readonly decideBy: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO credit_referrals (customer_no, application_no, state, referred_at, decide_by)
     VALUES ($1, $2, 'open', $3, $4)`,
    [customer, applyNo, at, decideBy],
  )
}

export async function findReferral(db: Queryable, applyNo: string): Promise<Referral | undefined> {
  const [row] = await db.query<{
    customer_no: string
    state: Referral['state']
    referred_at: Date
    decide_by: Date
    first_by: string | null
    first_at: Date | null
    first_amount_fen: bigint | null
    decided_by: string | null
    ended_at: Date | null
    amount_fen: bigint | null
    ground: string | null
  }>(
    `SELECT customer_no, state, referred_at, decide_by, first_by, first_at, first_amount_fen,
            decided_by, ended_at, amount_fen, ground
       FROM credit_referrals WHERE application_no = $1`,
    [applyNo],
  )
  if (!row) return undefined
  const { first_by: by, first_at: at, first_amount_fen: amount } = row
  return {
    customer: customerNo(row.customer_no),
    applyNo,
    state: row.state,
    referredAt: row.referred_at,
    decideBy: row.decide_by,
    first:
      by === null || at === null || amount === null ? undefined : { by, at, amount: fen(amount) },
    decidedBy: row.decided_by ?? undefined,
    endedAt: row.ended_at ?? undefined,
    amount: row.amount_fen === null ? undefined : fen(row.amount_fen),
    ground: row.ground ?? undefined,
  }
}

/** The first of two reviewers approves a limit. */
export async function setFirstApproval(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  {
    customer,
    applyNo,
    by,
    amount,
  }: ApplicationKey & { readonly by: string; readonly amount: Money },
): Promise<void> {
  await tx.query(
    `UPDATE credit_referrals SET first_by = $3, first_at = $4, first_amount_fen = $5
      WHERE customer_no = $1 AND application_no = $2 AND state = 'open' AND first_by IS NULL`,
    [customer, applyNo, by, now(), amount],
  )
}

/** Ends a referral with what a person has decided, or without a person once its days are over. */
export async function endReferral(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  {
    customer,
    applyNo,
    end,
  }: ApplicationKey & {
    readonly end:
      | { readonly state: 'approved'; readonly by: string; readonly amount: Money }
      | { readonly state: 'refused'; readonly by: string; readonly ground: ReviewGround }
      | { readonly state: 'lapsed' }
  },
): Promise<void> {
  await tx.query(
    `UPDATE credit_referrals SET state = $3, decided_by = $4, amount_fen = $5, ground = $6, ended_at = $7
      WHERE customer_no = $1 AND application_no = $2 AND state = 'open'`,
    [
      customer,
      applyNo,
      end.state,
      end.state === 'lapsed' ? null : end.by,
      end.state === 'approved' ? end.amount : null,
      end.state === 'refused' ? end.ground : null,
      now(),
    ],
  )
}
