import type { Exposure, FundingShare } from '@qingzhou/domain/funding/choose-partners'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

type ShareRow = {
  loan_no: string
  partner_no: string
  name: string
  licence_no: string
  share_ppm: number
  amount_fen: bigint
}

/** The partners of a customer's loans, by the number of the loan. Loans of the lender alone have none. */
export async function readLoanPartners(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, readonly FundingShare[]>> {
  const rows = await db.query<ShareRow>(
    `SELECT loan_no, partner_no, name, licence_no, share_ppm, amount_fen
       FROM loan_partners WHERE customer_no = $1 ORDER BY loan_no, place`,
    [customer],
  )
  return Map.groupBy(rows.map(shareOf), ({ loanNo }) => loanNo)
}

function shareOf(row: ShareRow): FundingShare & { readonly loanNo: string } {
  return {
    loanNo: row.loan_no,
    partnerNo: row.partner_no,
    name: row.name,
    licenceNo: row.licence_no,
    sharePpm: BigInt(row.share_ppm),
    amount: fen(row.amount_fen),
  }
}

/** Writes the partners of a draw, which are those of its loan. */
export function insertLoanPartners(drawn: {
  readonly customer: CustomerNo
  readonly drawNo: string
  readonly loanNo: string
  readonly partners: readonly FundingShare[]
}): Statement[] {
  const { customer, drawNo, loanNo, partners } = drawn
  if (partners.length === 0) return []
  const values = [
    partners.map((_, index) => index + 1),
    partners.map(({ partnerNo }) => partnerNo),
    partners.map(({ name }) => name),
    partners.map(({ licenceNo }) => licenceNo),
    partners.map(({ sharePpm }) => Number(sharePpm)),
    partners.map(({ amount }) => amount),
  ]
  return [
    {
      sql: `INSERT INTO loan_partners (customer_no, draw_no, loan_no, place, partner_no, name, licence_no,
                                       share_ppm, amount_fen)
            SELECT $1, $2, $3, place, partner_no, name, licence_no, share_ppm, amount_fen
              FROM unnest($4::smallint[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::bigint[])
                   AS given (place, partner_no, name, licence_no, share_ppm, amount_fen)`,
      values: [customer, drawNo, loanNo, ...values],
    },
  ]
}

type ExposureRow = { partner_no: string; of_customer_fen: bigint; total_fen: bigint }

/** The principal that each partner has outstanding, draws that are not paid out yet among it. */
export async function readExposures(
  db: Queryable,
  customer: CustomerNo | undefined,
): Promise<Exposure[]> {
  const rows = await db.query<ExposureRow>(
    `SELECT partner_no,
            coalesce(sum(open_fen) FILTER (WHERE customer_no = $1), 0)::bigint AS of_customer_fen,
            coalesce(sum(open_fen), 0)::bigint AS total_fen
       FROM (SELECT partner.partner_no, partner.customer_no,
                    CASE draw.state
                      WHEN 'reserved' THEN partner.amount_fen
                      WHEN 'booked' THEN ceil(balance.principal_fen * partner.share_ppm / 1000000.0)
                    END AS open_fen
               FROM loan_partners AS partner
               JOIN draws AS draw USING (customer_no, draw_no)
               LEFT JOIN loan_balances AS balance
                 ON balance.customer_no = partner.customer_no AND balance.loan_no = partner.loan_no) AS loan
      GROUP BY partner_no ORDER BY partner_no`,
    [customer],
  )
  return rows.map(({ partner_no, of_customer_fen, total_fen }) => ({
    partnerNo: partner_no,
    ofCustomer: fen(of_customer_fen),
    total: fen(total_fen),
  }))
}
