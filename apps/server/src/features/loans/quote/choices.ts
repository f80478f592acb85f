import { availableLimit, checkUsable } from '@qingzhou/domain/credit/limit'
import { methods } from '@qingzhou/domain/loans/amortise'
import { lprOn } from '@qingzhou/domain/cost/cost-cap'
import { fen, greater, lesser, ZERO } from '@qingzhou/domain/money/money'
import { employeeProductNo, product, productNames } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readBorrower } from './quote-draw.ts'
import { methodNames, purposesInWords } from '#features/loans/messages.ts'
import { productFor } from './quote-draw-for.ts'

/**
 * The options of a draw; the maximum amount is limited by product and credit limit, in whole steps.
 * A limit that is cancelled, expired or frozen has none.
 */
export async function drawChoices(services: Pick<Services, 'database'>, customer: CustomerNo) {
  const { database } = services
  const { limit, today } = await readBorrower(database, customer)
  orRefuse(checkUsable(limit, today))
  const isEmployee = (await productFor(database, customer, {})) === employeeProductNo
  const { amountMin, amountMax, step } = product.draw
  const most = lesser(greater(availableLimit(limit), ZERO), amountMax)
  return {
    amountMin,
    amountMax: fen(most - (most % step)),
    step,
    terms: [...product.terms],
    purposes: purposesInWords(),
    methods: methods.map((code) => ({
      code,
      name: methodNames[code],
      monthsMax: product.methods[code],
    })),
    ...(isEmployee && {
      productName: productNames[employeeProductNo],
      evidenceDays: product.evidence.daysAfterDraw,
    }),
  }
}

/** The borrower's own rate, next to the monthly published LPR. */
export async function drawRate({ database }: Pick<Services, 'database'>, customer: CustomerNo) {
  const { limit, today } = await readBorrower(database, customer)
  const lpr = lprOn(today)
  return { lpr: lpr.annualRatePpm, lprOn: lpr.from, annualRate: limit.annualRatePpm }
}
