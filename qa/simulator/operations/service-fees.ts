import type { LocalDate } from '@qingzhou/domain/calendar/local-date'

/** The fee of a whole loan, computed without the rules of the domain. */
type TotalFee = (amount: number, instalments: number) => number

type FeeRow = {
  readonly product: string
  readonly from: string
  /** As in the setting. */
  readonly fee: string
  readonly total: TotalFee
}

/** The products' service fees in a simulation: each kind for some months, and months without. */
const rows: readonly FeeRow[] = [
  {
    product: '103001',
    from: '2031-01-06',
    fee: '0.02%/instalment',
    total: (amount, instalments) => instalments * Math.round(amount * 0.0002),
  },
  { product: '103001', from: '2031-02-10', fee: 'none', total: () => 0 },
  { product: '103001', from: '2031-04-01', fee: '3.00/loan', total: () => 3_00 },
  { product: '103001', from: '2031-06-01', fee: 'none', total: () => 0 },
  {
    product: '103001',
    from: '2031-09-01',
    fee: '0.50/instalment',
    total: (_, instalments) => instalments * 50,
  },
  {
    product: '900001',
    from: '2031-01-06',
    fee: '1.00/instalment',
    total: (_, instalments) => instalments * 1_00,
  },
]

export const serviceFeeSetting = rows
  .map(({ product, from, fee }) => `${product}@${from}=${fee}`)
  .join(',')

/** The fees that a new loan must charge; none without a draw: it replaces another loan. */
export function expectedFees(loan: {
  readonly product: string
  readonly reservedOn: LocalDate | null
  readonly amount: number
  readonly instalments: number
}): number {
  const { product, reservedOn, amount, instalments } = loan
  const row = rows.findLast((one) => one.product === product && one.from <= (reservedOn ?? ''))
  return row?.total(amount, instalments) ?? 0
}
