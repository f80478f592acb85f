import type { LocalDate } from '#calendar/local-date.ts'
import { divide, displayYuan, fen, type Money, type Rounding } from '#money/money.ts'
import type { ProductNo } from '#product.ts'

/** With which instalments a fee is charged. */
export const feeTimes = ['each-instalment', 'first-instalment'] as const
export type FeeTime = (typeof feeTimes)[number]

/** The fee of a product: an amount, or a share of the amount drawn. */
export type ServiceFee = { readonly charged: FeeTime } & (
  | { readonly kind: 'amount'; readonly amount: Money }
  | { readonly kind: 'share'; readonly sharePpm: bigint }
)

/** The agreed fee of a loan, in fen. */
export interface LoanFee {
  readonly amount: Money
  readonly charged: FeeTime
}

/** The fees of the products from a day on; without a fee, the product charges none from then on. */
export type ServiceFees = readonly {
  readonly product: ProductNo
  readonly from: LocalDate
  readonly fee?: ServiceFee
}[]

/** The fee that a product charges for a loan made on a day: the latest row in force. [L21] */
export function serviceFeeOn(
  on: LocalDate,
  { fees, product }: { fees: ServiceFees; product: ProductNo },
): ServiceFee | undefined {
  const begun = fees.filter((row) => row.product === product && row.from <= on)
  return begun.toSorted((left, right) => (left.from < right.from ? 1 : -1))[0]?.fee
}

/** The fee of a loan of this amount, rounded once. [L21] */
export function feeOfLoan(
  fee: ServiceFee,
  loan: { readonly amount: Money; readonly rounding: Rounding },
): LoanFee {
  const { charged } = fee
  if (fee.kind === 'amount') return { amount: fee.amount, charged }
  const amount = divide(loan.amount * fee.sharePpm, PARTS_PER_MILLION, loan.rounding)
  return { amount: fen(amount), charged }
}

const PARTS_PER_MILLION = 1_000_000n

/** The fee of a product in words. */
export function serviceFeeWords(fee: ServiceFee): string {
  const much =
    fee.kind === 'amount'
      ? ` ${displayYuan(fee.amount)} 元`
      : `借款金额的 ${percentOf(fee.sharePpm)}`
  return fee.charged === 'each-instalment' ? `每期${much}` : `每笔${much}，随第一期还款收取`
}

/** 500 parts per million are 0.05 %. */
function percentOf(ppm: bigint): string {
  return `${Number(ppm) / 10_000}%`
}
