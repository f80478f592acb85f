import type {
  consoleQueuesShapes,
  ExceptionAct,
  PossibleAct,
} from '@qingzhou/contract/features/console/queues'
import { unreachable } from '@qingzhou/domain/assert'
import type { Money } from '@qingzhou/domain/money/money'
import { CLOSED_ALONE_MAX, findCustomerOfLoan, noteOf } from '#features/payment-cases/index.ts'
import type { Input } from '@qingzhou/contract/wire/shape'
import { Refused } from '@qingzhou/platform/refused'
import { findTask } from '@qingzhou/platform/tasks/operate-store'
import { policyOf } from '@qingzhou/platform/tasks/task-policies'
import type { DifferenceRecord } from '#features/reconciliation/index.ts'
import type { Services } from '#services.ts'
import { findDifference } from './exception-facts.ts'
import type { QueuedException } from './exceptions.ts'

type Deps = Pick<Services, 'database' | 'vault'>
type ActInput = Input<(typeof consoleQueuesShapes)['actOnException']>

/** A kind of proposal with its parameters. `act` without one is done by the system at once. */
export type PlannedAct = Pick<PossibleAct, 'act' | 'mode' | 'above'> & {
  readonly propose?: (input: ActInput) => Promise<{
    readonly kind: string
    readonly parameters: Readonly<Record<string, unknown>>
  }>
}

const alone = (act: ExceptionAct): PlannedAct => ({ act, mode: 'alone' })

/**
 * What can be done about an exception now. What moves nothing by itself one person does; closing a
 * difference has a limit; booking money, and accepting what is wrong in the books, takes two.
 */
export async function possibleActs(deps: Deps, exception: QueuedException): Promise<PlannedAct[]> {
  switch (exception.kind) {
    case 'difference':
    case 'unmatched':
      return transferActs(deps, exception)
    case 'order-unknown':
      return [alone('ask')]
    case 'refund-failed':
      return [alone('retry')]
    case 'task-given-up':
    case 'task-failing':
      return taskActs(deps, exception)
    case 'night-failed':
      return [alone('rerun')]
    case 'loan-differs':
    case 'rule-broken':
      return [alone('verify'), acceptance(exception)]
    default:
      return unreachable(exception.kind)
  }
}

async function transferActs(deps: Deps, exception: QueuedException): Promise<PlannedAct[]> {
  const difference = await findDifference(deps, exception)
  if (!difference) return []
  const { provider, day, orderNo, theirs, finding, kind } = difference
  const key = { provider, day, orderNo }
  const isMissing = finding === 'missing-with-us' && theirs !== undefined
  const noted = noteOf(deps, difference)
  const isBookable = isMissing && difference.said === 'done' && noted?.order && noted.kind === kind
  const booking: PlannedAct = {
    act: 'book',
    mode: 'proposal',
    propose: async () => ({
      kind: 'book-transfers',
      parameters: { transfers: [{ ...key, amount: theirs }] },
    }),
  }
  const matching: PlannedAct = {
    act: 'match',
    mode: 'proposal',
    propose: async ({ loanNo }) => ({
      kind: 'match-transfer',
      parameters: { ...key, loanNo, customer: await ownerOf(deps, loanNo) },
    }),
  }
  return [
    alone('ask'),
    ...(isBookable ? [booking] : []),
    ...(isMissing && kind === 'debit' ? [matching] : []),
    ...(isMissing ? [closeDifferenceAct(difference, 'send-back')] : []),
    closeDifferenceAct(difference, 'accept'),
  ]
}

async function ownerOf({ database }: Deps, loanNo: string | undefined): Promise<string> {
  const found = loanNo === undefined ? undefined : await findCustomerOfLoan(database, loanNo)
  if (!found) throw new Refused({ kind: 'loan-unknown' })
  return found.customer
}

/** A small difference one person closes. */
function closeDifferenceAct(difference: DifferenceRecord, act: 'send-back' | 'accept'): PlannedAct {
  const { provider, day, orderNo, ours, theirs } = difference
  const isSmall = [ours, theirs].every((amount: Money | undefined) => {
    return amount === undefined || amount <= CLOSED_ALONE_MAX
  })
  return {
    act,
    mode: isSmall ? 'alone' : 'proposal',
    above: CLOSED_ALONE_MAX,
    propose: async ({ resolution = 'explained' }) => ({
      kind: isSmall ? 'close-small-difference' : 'close-difference',
      parameters: {
        provider,
        day,
        orderNo,
        resolution: act === 'send-back' ? 'refunded' : resolution,
      },
    }),
  }
}

function acceptance({ itemNo: exceptionNo }: QueuedException): PlannedAct {
  return {
    act: 'accept',
    mode: 'proposal',
    propose: async () => ({ kind: 'accept-exception', parameters: { exceptionNo } }),
  }
}

/** Only a task that nothing depends on can be given up for good. */
async function taskActs({ database }: Deps, { subjectNo }: QueuedException): Promise<PlannedAct[]> {
  const task = await findTask(database, BigInt(subjectNo))
  if (!task || task.state === 'running') return []
  const isCancellable = policyOf(task.kind)?.isCancellable === true
  return [alone('retry'), ...(isCancellable ? [alone('accept')] : [])]
}
