import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import type { Statement } from '#database/statement.ts'
import { Refused } from '#refused.ts'

type Key = { readonly customer: CustomerNo; readonly offerNo: string }

export type KeptOffer = {
  readonly loanNo: string
  readonly offer: WaiverOffer
  readonly isTaken: boolean
}

export function insertOffer({
  customer,
  offerNo,
  loanNo,
  offer,
}: Key & { readonly loanNo: string; readonly offer: WaiverOffer }): Statement {
  return {
    sql: `INSERT INTO waiver_offers (customer_no, offer_no, loan_no, penalty_share_ppm,
                                interest_share_ppm, last_day, state)
     VALUES ($1, $2, $3, $4, $5, $6, 'open')`,
    values: [
      customer,
      offerNo,
      loanNo,
      offer.penaltySharePpm,
      offer.interestSharePpm,
      offer.lastDay,
    ],
  }
}

export async function findOffer(
  tx: Transaction,
  { customer, offerNo }: Key,
): Promise<KeptOffer | undefined> {
  const [row] = await tx.prepared<{
    loan_no: string
    penalty_share_ppm: number
    interest_share_ppm: number
    last_day: LocalDate
    state: 'open' | 'taken'
  }>(
    `SELECT loan_no, penalty_share_ppm, interest_share_ppm, last_day, state
       FROM waiver_offers WHERE customer_no = $1 AND offer_no = $2`,
    [customer, offerNo],
  )
  return (
    row && {
      loanNo: row.loan_no,
      isTaken: row.state === 'taken',
      offer: {
        penaltySharePpm: BigInt(row.penalty_share_ppm),
        interestSharePpm: BigInt(row.interest_share_ppm),
        lastDay: row.last_day,
      },
    }
  )
}

/** Takes an offer up, once. */
export function takeOffer({ customer, offerNo }: Key): Statement {
  return {
    sql: `UPDATE waiver_offers SET state = 'taken'
      WHERE customer_no = $1 AND offer_no = $2 AND state = 'open' RETURNING offer_no`,
    values: [customer, offerNo],
    orElse: () => new Refused({ kind: 'offer-taken' }),
  }
}
