import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { createOffers } from '@qingzhou/server/features/waiver/index.ts'
import { cutRates, grantForbearanceOnLoan, insertCoupon, readLoans } from '@qingzhou/lending/index'
import { Refused } from '@qingzhou/platform/refused'
import type { Borrower, World } from '#simulator/world.ts'
import { newNumber } from '#simulator/chance.ts'

/** Probabilities: offers per day; coupon, rate cut and forbearance per borrower and day. */
const OFFERS_SHARE = 0.03
const COUPON_SHARE = 0.01
const CUT_SHARE = 0.001
const FORBEARANCE_SHARE = 0.001

/**
 * Runs the lender's operations of a day: waiver offers, coupons of each kind, rate cuts (also
 * retroactive), forbearance. Returns one label per operation.
 */
export async function actAsLender(
  world: World,
  borrowers: readonly Borrower[],
): Promise<readonly string[]> {
  const { chance, pace } = world
  const done: string[] = []
  if (chance.happens(OFFERS_SHARE * pace)) {
    await createWaiverOffers(world)
    done.push('lender: waiver offers')
  }
  for (const borrower of borrowers) {
    const own = { ...world, chance: borrower.chance }
    if (own.chance.happens(COUPON_SHARE * pace)) done.push(await giveCoupon(own, borrower))
    if (own.chance.happens(CUT_SHARE * pace)) done.push(await cut(own, borrower))
    if (own.chance.happens(FORBEARANCE_SHARE * pace))
      done.push(await grantForbearance(own, borrower))
  }
  return done
}

async function giveCoupon({ services, chance }: World, { customer }: Borrower): Promise<string> {
  const today = await services.businessDate()
  const benefit: CouponBenefit = chance.pick([
    { kind: 'interest-free-days', days: 5 + chance.below(60) },
    { kind: 'interest-share-off', sharePpm: BigInt(1 + chance.below(10)) * 100_000n },
    { kind: 'sum-off-first-instalment', amount: fen(BigInt(5 + chance.below(300)) * 100n) },
  ] as const)
  const coupon = {
    benefit,
    amountMin: fen(0n),
    months: [...product.terms],
    validFrom: today,
    validUntil: addDays(today, 90),
    state: { kind: 'free' },
  } as const
  await insertCoupon(services.database, { customer, couponNo: newNumber('coupon'), coupon })
  return `lender: coupon ${benefit.kind}`
}

async function cut({ services, chance }: World, { customer }: Borrower): Promise<string> {
  const today = await services.businessDate()
  const [first] = (await readLoans(services.database, customer)).filter(isOpenLoan)
  if (!first) return 'lender: rate cut: nothing owed'
  const from: LocalDate = addDays(today, 1 - chance.below(45))
  const annualRatePpm = (first.loan.annualRatePpm * BigInt(50 + chance.below(50))) / 100n
  const order = {
    cutNo: newNumber('cut'),
    actor: 'system',
    scope: { customer },
    annualRatePpm,
    from,
  }
  const { cut: count, refused } = await cutRates(services, order)
  if (count === 0) return `lender: rate cut: ${Object.keys(refused).join(', ')}`
  return from > today ? 'lender: rate cut' : 'lender: retroactive rate cut'
}

async function grantForbearance(
  { services, chance }: World,
  { customer }: Borrower,
): Promise<string> {
  const loans = (await readLoans(services.database, customer)).filter(isOpenLoan)
  if (loans.length === 0) return 'lender: forbearance: nothing owed'
  const { loanNo } = chance.pick(loans)
  const act = { customer, requestNo: newNumber('relief'), actor: 'system' }
  try {
    await grantForbearanceOnLoan(services, act, { loanNo, days: 1 + chance.below(90) })
    return 'lender: forbearance'
  } catch (error) {
    if (error instanceof Refused) return `lender: forbearance: ${error.refusal.kind}`
    throw error
  }
}

function isOpenLoan({ loan }: { loan: Parameters<typeof isSettled>[0] }): boolean {
  return !isSettled(loan)
}

/** Creates waiver offers for borrowers who are more than 30 days overdue. */
async function createWaiverOffers({ services, chance }: World): Promise<void> {
  const order = {
    batchNo: newNumber('offers'),
    actor: 'system',
    segment: {
      daysLateMin: 31,
      daysLateMax: 999,
      amountMin: fen(1n),
      amountMax: fen(1_000_000_00n),
    },
    offer: {
      penaltySharePpm: BigInt(chance.below(11)) * 100_000n,
      interestSharePpm: BigInt(chance.below(6)) * 100_000n,
      lastDay: addDays(await services.businessDate(), 1 + chance.below(14)),
    },
  }
  await createOffers(services, order, { isDryRun: false })
}
