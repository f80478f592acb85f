import { addDays, addMonths, daysBetween } from '@qingzhou/domain/calendar/local-date'
import { offerWaiver } from '#lending/index.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import type { TestProduct } from '#testing/product.ts'

export type Debtor = Payer & { readonly offerNo: string }

/** Past the second due date: as far from any as it takes for no bill to fall due within a test. */
const DAYS_PAST_DUE = 5

/** Somebody whose loan is late enough for a waiver, whatever day of the month it is. */
export async function newDebtorWithoutOffer(product: TestProduct): Promise<Payer> {
  const { services } = product
  const from = await services.businessDate()
  const payer = await newPayer(product)
  await skipDays(services, daysBetween({ from, to: addMonths(from, 2) }) + DAYS_PAST_DUE)
  return payer
}

/** The same with an offer: half of penalty and interest, for so many days. */
export async function newDebtor(
  product: TestProduct,
  { daysGood = 7 }: { readonly daysGood?: number } = {},
): Promise<Debtor> {
  const payer = await newDebtorWithoutOffer(product)
  const { services } = product
  const { customer, loanNo } = payer
  const act = { customer, requestNo: 'offer-of-a-test', actor: 'lender' }
  const { offerNo } = await offerWaiver(services, act, {
    loanNo,
    penaltySharePpm: 500_000n,
    interestSharePpm: 500_000n,
    lastDay: addDays(await services.businessDate(), daysGood),
  })
  return { ...payer, offerNo }
}
