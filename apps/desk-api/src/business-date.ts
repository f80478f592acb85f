import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { businessMoments, permitBusinessDate } from '@qingzhou/lending/ledger/index'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { countOpenDebits } from '@qingzhou/lending/end-of-day/open-debit-store'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '@qingzhou/server/services.ts'
import type { InboxMessage, SandboxClient } from './applicant.ts'
import { runDebitsNow } from './desk-store.ts'
import { wholeNumber } from './fields.ts'

type Clock = { readonly businessDate: LocalDate }

export type TestClock = {
  /** Permits the business date to pass the calendar date. */
  readonly permitDate: (until: LocalDate) => Promise<void>
  readonly debitPatienceMs?: number
}

/** The most days of one move: enough for every scenario, and done within a minute. */
const DAYS_MAX = 366

const LOOK_EVERY_MS = 100
/** A slow bank needs some seconds; after this time the test clock stops. */
const DEBIT_PATIENCE_MS = 30_000

/** The current business date. */
export async function businessDate(services: Services): Promise<Clock> {
  return { businessDate: await services.businessDate() }
}

/**
 * The test clock: moves the business date and runs the end of day of every day between. The
 * automatic debits of each day are final before the next day opens, as in production.
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

/** The newest messages with their times by the business clock, as the desk shows them. */
export async function inbox(
  { database }: Services,
  sandbox: SandboxClient,
): Promise<{ readonly messages: readonly (InboxMessage & { readonly shownAt: string })[] }> {
  const messages = await sandbox.inbox()
  const received = messages.map(({ receivedAt }) => new Date(receivedAt))
  const moments = await businessMoments(database, received)
  return {
    messages: messages.map((message, index) => {
      return { ...message, shownAt: moments[index]?.toISOString() ?? message.receivedAt }
    }),
  }
}

/** Waits until the workers have completed the debits of a day. */
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
    await runDebitsNow(database, day)
    await sleep(LOOK_EVERY_MS)
  }
}

/** The payment app debits by agreement on certain days only, and has no other way to know a test clock. */
export async function tellSandbox(sandboxUrl: string, date: LocalDate): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/wallet/calendar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date }),
  })
  if (!answer.ok) throw new Error(`sandbox /wallet/calendar: status ${answer.status}`)
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
