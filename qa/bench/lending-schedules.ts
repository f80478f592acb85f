import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { methods } from '@qingzhou/domain/loans/amortise'
import { planOf } from '@qingzhou/domain/loans/plan'
import { fen } from '@qingzhou/domain/money/money'
import { conventions, product } from '@qingzhou/domain/product'

import { perSecond, type Row } from './row.ts'

const MEASURE_MS = 2_000
const start = localDate('2026-01-01')

/** How many repayment plans one core computes per second. */
export async function benchSchedules(): Promise<Row[]> {
  return methods.flatMap((method) =>
    [12, product.methods[method]]
      .filter((months, index, all) => all.indexOf(months) === index)
      .map((months) => ({
        what: `plans a second, ${method}, ${months} months`,
        value: Math.round(plansPerSecond({ method, months })).toLocaleString('en'),
      })),
  )
}

function plansPerSecond(kind: { method: (typeof methods)[number]; months: number }): number {
  planMany(kind, 200)
  const started = performance.now()
  let plans = 0
  while (performance.now() - started < MEASURE_MS) plans += planMany(kind, 200)
  return perSecond(plans, performance.now() - started)
}

function planMany(
  kind: { method: (typeof methods)[number]; months: number },
  count: number,
): number {
  for (let one = 0; one < count; one += 1) {
    const plan = planOf({
      ...kind,
      amount: fen(BigInt(500_00 + (one % 490) * 100_00)),
      annualRatePpm: 72_000n + BigInt(one % 160) * 1_000n,
      start: addDays(start, one % 365),
      conventions,
    })
    if (!plan.ok) throw new Error(plan.refusal.kind)
  }
  return count
}
