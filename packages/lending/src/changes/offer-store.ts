import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { partNames, type Parts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { Refused } from '@qingzhou/platform/refused'
import { arrayOf } from '#loans/loan-columns.ts'

type Key = { readonly customer: CustomerNo; readonly offerNo: string }

/** The amounts paid and waived when an offer was accepted. */
export type AcceptedAmounts = {
  readonly paid: Parts
  readonly waived: Parts
  readonly daysOverdue: number
}

export type OfferRecord = {
  readonly offerNo: string
  readonly loanNo: string
  readonly offer: WaiverOffer
  readonly madeOn: LocalDate
  readonly state: 'open' | 'accepted' | 'lapsed'
  readonly taken: AcceptedAmounts | undefined
}

export function insertOffer({
  customer,
  offerNo,
  loanNo,
  offer,
  madeOn,
}: Key & {
  readonly loanNo: string
  readonly offer: WaiverOffer
  readonly madeOn: LocalDate
}): Statement {
  return {
    sql: `INSERT INTO waiver_offers (customer_no, offer_no, loan_no, penalty_share_ppm,
                                interest_share_ppm, valid_until, offered_on, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')`,
    values: [
      customer,
      offerNo,
      loanNo,
      offer.penaltySharePpm,
      offer.interestSharePpm,
      offer.lastDay,
      madeOn,
    ],
  }
}

type Row = {
  offer_no: string
  loan_no: string
  penalty_share_ppm: number
  interest_share_ppm: number
  valid_until: LocalDate
  offered_on: LocalDate
  state: OfferRecord['state']
  paid_fen: bigint[] | null
  waived_fen: bigint[] | null
  days_overdue: number | null
}

const COLUMNS = `offer_no, loan_no, penalty_share_ppm, interest_share_ppm, valid_until, offered_on, state,
         paid_fen, waived_fen, days_overdue`
const SELECT = `SELECT ${COLUMNS} FROM waiver_offers WHERE customer_no = $1`

export async function findOffer(
  db: Queryable,
  { customer, offerNo }: Key,
): Promise<OfferRecord | undefined> {
  const [row] = await db.query<Row>(`${SELECT} AND offer_no = $2`, [customer, offerNo])
  return row && offerOf(row)
}

/** All waiver offers of a customer, newest first. */
export async function readOffers(db: Queryable, customer: CustomerNo): Promise<OfferRecord[]> {
  const rows = await db.query<Row>(`${SELECT} ORDER BY offered_on DESC, offer_no`, [customer])
  return rows.map(offerOf)
}

/** The offers of all customers ordered by customer and offer number, after the given one. */
export async function offersAfter(
  db: Queryable,
  { customer, offerNo, count }: { customer: string; offerNo: string; count: number },
): Promise<readonly (OfferRecord & { readonly customer: CustomerNo })[]> {
  const rows = await db.query<Row & { customer_no: string }>(
    `SELECT customer_no, ${COLUMNS} FROM waiver_offers WHERE (customer_no, offer_no) > ($1, $2)
      ORDER BY customer_no, offer_no LIMIT $3`,
    [customer, offerNo, count],
  )
  return rows.map((row) => ({ ...offerOf(row), customer: customerNo(row.customer_no) }))
}

/**
 * Marks the offers whose last day has passed. A payment in progress still accepts its offer,
 * because the day of the order counts.
 */
export async function lapseOffers(db: Queryable, today: LocalDate): Promise<void> {
  await db.query(
    `UPDATE waiver_offers SET state = 'lapsed' WHERE state = 'open' AND valid_until < $1`,
    [today],
  )
}

/**
 * Marks an offer as accepted, once. A lapsed offer may still be accepted, because a payment counts
 * for the day it was ordered.
 */
export function acceptOffer({
  customer,
  offerNo,
  paid,
  waived,
  daysOverdue,
}: Key & AcceptedAmounts): Statement {
  return {
    sql: `UPDATE waiver_offers
        SET state = 'accepted', paid_fen = $3, waived_fen = $4, days_overdue = $5
      WHERE customer_no = $1 AND offer_no = $2 AND state <> 'accepted' RETURNING offer_no`,
    values: [customer, offerNo, amountsOf(paid), amountsOf(waived), daysOverdue],
    orElse: () => new Refused({ kind: 'offer-taken' }),
  }
}

function amountsOf(parts: Parts): string {
  return arrayOf(partNames.map((name) => parts[name]))
}

function offerOf(row: Row): OfferRecord {
  const { paid_fen: paid, waived_fen: waived, days_overdue: daysOverdue } = row
  return {
    offerNo: row.offer_no,
    loanNo: row.loan_no,
    madeOn: row.offered_on,
    state: row.state,
    offer: {
      penaltySharePpm: BigInt(row.penalty_share_ppm),
      interestSharePpm: BigInt(row.interest_share_ppm),
      lastDay: row.valid_until,
    },
    taken:
      paid && waived
        ? { paid: partsOf(paid), waived: partsOf(waived), daysOverdue: daysOverdue ?? 0 }
        : undefined,
  }
}

function partsOf([fee = 0n, penalty = 0n, interest = 0n, principal = 0n]: bigint[]): Parts {
  return {
    fee: fen(fee),
    penalty: fen(penalty),
    interest: fen(interest),
    principal: fen(principal),
  }
}
