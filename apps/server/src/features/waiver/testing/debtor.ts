import { addDays, addMonths, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { offerWaiver } from '@qingzhou/lending/index'
import { skipDays } from '#features/repayment/testing/days.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import type { TestProduct } from '#testing/product.ts'

export type Debtor = Payer & { readonly offerNo: string }

/** Days after the second due date, so that no bill falls due during a test. */
const DAYS_PAST_DUE = 5

/** Creates a borrower whose loan is overdue enough for a waiver, on any day of the month. */
export async function newDebtorWithoutOffer(
  product: TestProduct,
  wish?: Parameters<typeof newPayer>[1],
): Promise<Payer> {
  const { services } = product
  const from = await services.businessDate()
  const payer = await newPayer(product, wish)
  await skipDays(services, daysBetween({ from, to: addMonths(from, 2) }) + DAYS_PAST_DUE)
  return payer
}

/** The same with an offer of half the penalty and interest, valid for so many days. */
export async function newDebtor(
  product: TestProduct,
  {
    daysGood = 7,
    sharePpm = 500_000n,
    wish,
  }: {
    readonly daysGood?: number
    readonly sharePpm?: bigint
    readonly wish?: Parameters<typeof newPayer>[1]
  } = {},
): Promise<Debtor> {
  const payer = await newDebtorWithoutOffer(product, wish)
  const { services } = product
  const { customer, loanNo } = payer
  const act = { customer, requestNo: 'offer-of-a-test', actor: 'lender' }
  const { offerNo } = await offerWaiver(services, act, {
    loanNo,
    penaltySharePpm: sharePpm,
    interestSharePpm: sharePpm,
    lastDay: addDays(await services.businessDate(), daysGood),
  })
  return { ...payer, offerNo }
}
