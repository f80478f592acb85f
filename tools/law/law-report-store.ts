import type { Queryable } from '@qingzhou/platform/database/database'

type Row = {
  readonly lender: string
  readonly annual_rate_ppm: number
  readonly loans: number
}

/** How many loans are open at each rate of each kind of lender. */
export async function countOpenLoansByRate(
  db: Queryable,
): Promise<{ lender: string; annualRatePpm: bigint; loans: number }[]> {
  const rows = await db.query<Row>(
    `SELECT lender, annual_rate_ppm, count(*)::integer AS loans FROM loans
      WHERE NOT is_settled GROUP BY lender, annual_rate_ppm ORDER BY lender, annual_rate_ppm`,
    [],
  )
  return rows.map(({ lender, annual_rate_ppm, loans }) => {
    return { lender, annualRatePpm: BigInt(annual_rate_ppm), loans }
  })
}
