import { displayYuan } from '@qingzhou/domain/money/money'
import type { ShownCustomer } from '@qingzhou/server/features/support/index.ts'

/** A customer as lines for the terminal. */
export function linesOf(shown: ShownCustomer): string[] {
  const { customer, phone, name, idNumber, limit, draw, faceAttemptsLeft } = shown
  return [
    `Customer ${customer}: ${name ?? 'no identity card yet'}, phone ${phone}, ID number ${idNumber ?? 'none'}`,
    ...shown.blocks.map(
      ({ reason, blockedBy, blockedAt, returnedAt }) =>
        `Blocked: ${reason}, by ${blockedBy} ${dayOf(blockedAt)}${returnedAt ? ', waits for the face check' : ''}`,
    ),
    limit
      ? `Limit: ${limit.state}, ${displayYuan(limit.granted)} yuan, ${displayYuan(limit.used)} used, until ${limit.validUntil}`
      : 'Limit: none',
    ...(draw ? [`Draw in progress: ${draw.drawNo} ${draw.state}`] : []),
    ...shown.loans.map(
      ({ loanNo, amount, outstanding, state, nextDueDate }) =>
        `Loan ${loanNo}: ${state}, ${displayYuan(outstanding)} of ${displayYuan(amount)} yuan outstanding${nextDueDate ? `, next due ${nextDueDate}` : ''}`,
    ),
    `Cards: ${listOf(shown.cards)}`,
    `Signed in on: ${listOf(shown.devices)}`,
    `Linked apps: ${listOf(shown.linkedApps)}`,
    `Face checks left today: ${faceAttemptsLeft}`,
  ]
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ')
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
