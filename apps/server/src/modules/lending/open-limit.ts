import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { openLimit as open } from '@qingzhou/domain/credit/limit'
import type { Money } from '@qingzhou/domain/money/money'
import { product, type Lender } from '@qingzhou/domain/product'
import { Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { insertLimit } from './limit-store.ts'
import { orRefuse } from './or-refuse.ts'

export type LimitRequest = {
  readonly amount: Money
  /** The grade that risk control gave; it decides the rate. */
  readonly grade: string
  readonly lender: Lender
}

export type OpenedLimit = {
  readonly granted: Money
  readonly annualRatePpm: bigint
  readonly validUntil: LocalDate
}

/** Opens the limit that was granted to a customer. */
export async function openLimit(
  means: Means,
  act: Act,
  request: LimitRequest,
): Promise<OpenedLimit> {
  return perform(means, act, {
    name: 'open-limit',
    body: request,
    load: async () => undefined,
    decide: (_, today) => {
      const { amount, grade, lender } = request
      const annualRatePpm = rateOf(grade)
      const limit = { ...orRefuse(open(amount, today)), annualRatePpm, grade, lender }
      const { customer } = act
      return {
        answer: { granted: limit.granted, annualRatePpm, validUntil: limit.validUntil },
        writes: [insertLimit({ customer, limit, openedAt: means.now() })],
      }
    },
  })
}

function rateOf(grade: string): bigint {
  const rate = new Map<string, bigint>(Object.entries(product.gradeRatesPpm)).get(grade)
  if (rate === undefined) throw new Refused({ kind: 'grade-unknown' })
  return rate
}
