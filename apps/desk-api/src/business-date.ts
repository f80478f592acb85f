import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { permitBusinessDate } from '@qingzhou/server/lending/ledger/index.ts'
import { createDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { countOpenDebits, hurryDebits } from '@qingzhou/server/features/repayment/index.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'
import { wholeNumber } from './fields.ts'

type Clock = { readonly businessDate: LocalDate }

export type TestClock = {
  /** Permits the business date to go beyond the calendar. */
  readonly permitDate: (until: LocalDate) => Promise<void>
  readonly debitPatienceMs?: number
}

/** A leap at a time: enough for any story, and over in a moment. */
const DAYS_MAX = 366

const LOOK_EVERY_MS = 100
/** The workers need a moment, and a slow bank some seconds; one that never answers stops the test clock. */
const DEBIT_PATIENCE_MS = 30_000

/** The day the books are on. */
export async function businessDate(services: Services): Promise<Clock> {
  return { businessDate: await services.businessDate() }
}

/**
 * The test clock: moves the books forward, with the end of day of every day between. The automatic
 * debits of each day are final before the next one opens, as on the calendar.
 */
export async function moveBusinessDate(
  services: Services,
  { permitDate, debitPatienceMs = DEBIT_PATIENCE_MS }: TestClock,
  input: unknown,
): Promise<Clock & { readonly failures: number }> {
  const days = wholeNumber(input, 'days')
  if (days < 1 || days > DAYS_MAX) {
    throw new Refused({ kind: 'field-invalid', message: `天数应为 1 至 ${DAYS_MAX}` })
  }
  const until = addDays(await services.businessDate(), days)
  await permitDate(until)
  for (;;) {
    const reached = await services.endOfDay(until, { debits: 'await' })
    const { failures, openDebits } = reached
    if (openDebits === 0) return { businessDate: reached.businessDate, failures }
    await finishDebits(services, reached.businessDate, debitPatienceMs)
  }
}

/** Waits until the workers have brought the debits of a day to their end. */
async function finishDebits(
  { database }: Services,
  day: LocalDate,
  patienceMs: number,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const open = await countOpenDebits(database, day)
    if (open === 0) return
    if (performance.now() > deadline) {
      const message = `${day} 有 ${open} 笔自动扣款尚未完成，请等银行处理完毕后再前进`
      throw new Refused({ kind: 'field-invalid', message })
    }
    await hurryDebits(database, day)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Permits the business date up to a day, as the owner of the schema: the server's role may not. */
export async function permitTestClock(databaseUrl: string, until: LocalDate): Promise<void> {
  const owner = createDatabase(databaseUrl, { max: 1, onIdleError: () => {} })
  try {
    await permitBusinessDate(owner, { until, reason: 'test clock' })
  } finally {
    await owner.close()
  }
}
