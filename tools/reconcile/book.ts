import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  bookableOrders,
  noteOf,
  TRANSFERS_MAX,
  type LeftOrder,
} from '@qingzhou/server/features/payment-cases/index.ts'
import { propose, rehearse, type Acting } from '@qingzhou/server/features/proposals/index.ts'
import {
  readDifferences,
  type DifferenceRecord,
} from '@qingzhou/server/features/reconciliation/index.ts'
import type { StaffServices } from '../staff/staff-command.ts'
import { lineOf, describeAnswer } from './line.ts'

export type BookOptions = {
  /** All days without it. */
  readonly day: LocalDate | undefined
  readonly reason: string
  readonly isDryRun: boolean
}

type Services = Omit<StaffServices, 'staffSecondFactor'>

/** Every open difference, and what its order has carried. */
export async function listDifferences(services: Services): Promise<readonly string[]> {
  const differences = await readDifferences(services.database, undefined)
  if (differences.length === 0) return ['No open differences.']
  return differences.map((difference) => fullLine(services, difference))
}

function fullLine(services: Services, difference: DifferenceRecord): string {
  return `${lineOf(difference)}${describeAnswer(difference, noteOf(services, difference))}`
}

/** Proposes to book what can be booked, and lists the rest. */
export async function bookLost(
  services: Services,
  staff: Acting,
  { day, reason, isDryRun }: BookOptions,
): Promise<readonly string[]> {
  const { bookable, left } = await bookableOrders(services, day)
  const rest = restOf(services, left)
  const now = bookable.slice(0, TRANSFERS_MAX)
  if (now.length === 0) return ['Nothing to book.', ...rest]
  const transfers = now.map(({ provider, day: on, orderNo, theirs: amount }) => {
    return { provider, day: on, orderNo, amount }
  })
  const input = { kind: 'book-transfers', parameters: { transfers }, reason }
  const more = bookable.length - now.length
  const later = more > 0 ? [`${more} more after these are approved: run it again.`] : []
  if (isDryRun) {
    return ['Would change:', ...(await rehearse(services, staff, input)).lines, ...later, ...rest]
  }
  const { proposalNo, lines } = await propose(services, staff, input)
  const first = `Proposed as ${proposalNo}. Another member of staff approves it.`
  return [first, ...lines, ...later, ...rest]
}

function restOf(services: Services, left: readonly LeftOrder[]): readonly string[] {
  if (left.length === 0) return []
  return [
    'Not booked:',
    ...left.map(({ difference, reason }) => `${fullLine(services, difference)}: ${reason}`),
  ]
}
