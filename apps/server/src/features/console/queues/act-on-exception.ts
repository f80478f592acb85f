import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { customerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { cancelTask, retryTask } from '@qingzhou/platform/tasks/operate'
import { actAlone, propose, type ProposalDeps } from '#features/proposals/index.ts'
import { recomputeCustomer } from '#features/end-of-day/index.ts'
import { findOrderTask, orderKinds, watchOrders } from '#features/order-watch/index.ts'
import type { Services } from '#services.ts'
import { insertQueueEvent } from './claim-store.ts'
import { possibleActs, type PlannedAct } from './exception-acts.ts'
import { getException, type QueuedException } from './exceptions.ts'
import { aboutItem, requireNotOthers } from './queues.ts'

export type ActDeps = ProposalDeps & Pick<Services, 'businessDate' | 'endOfDay'>
type ActInput = Input<(typeof consoleQueuesShapes)['actOnException']>
type ActAnswer = Output<(typeof consoleQueuesShapes)['actOnException']>

/** Does what one member of staff may do about an exception, or proposes it to another. */
export async function actOnException(
  deps: ActDeps,
  { staff }: StaffCaller,
  input: ActInput,
): Promise<ActAnswer> {
  const exception = await getException(deps, input.itemNo)
  requireNotOthers(exception, staff)
  const planned = (await possibleActs(deps, exception)).find(({ act }) => act === input.act)
  if (!planned) throw new Refused({ kind: 'exception-unknown' })
  const answer = planned.propose
    ? await byProposal(deps, staff, { planned, input })
    : await atOnce(deps, staff, { planned, exception })
  await deps.database.inTransaction(async (tx) => {
    const event = { by: staff.staffNo, at: deps.now(), note: input.reason }
    const act = answer.mode === 'proposal' ? `propose-${input.act}` : input.act
    const { queue, itemNo, customer } = exception
    const { proposalNo } = answer
    await insertQueueEvent(tx, deps, { queue, itemNo, ...event, customer, act, proposalNo })
    const about = aboutItem(exception)
    await recordStaffAct(tx, deps, { staff, act: `${input.act}-exception`, ...about })
  })
  return answer
}

type Acting = StaffCaller['staff']

async function byProposal(
  deps: ActDeps,
  staff: Acting,
  { planned, input }: { readonly planned: PlannedAct; readonly input: ActInput },
): Promise<ActAnswer> {
  const wanted = await planned.propose?.(input)
  if (!wanted) throw new Refused({ kind: 'exception-unknown' })
  const { reason } = input
  const { mode } = planned
  if (mode === 'alone') {
    const { lines } = await actAlone(deps, staff, { ...wanted, reason })
    return { mode, lines: [...lines] }
  }
  const { proposalNo, lines } = await propose(deps, staff, { ...wanted, reason })
  return { mode, proposalNo, lines: [...lines] }
}

async function atOnce(
  deps: ActDeps,
  staff: Acting,
  {
    planned: { act, mode },
    exception,
  }: {
    readonly planned: PlannedAct
    readonly exception: QueuedException
  },
): Promise<ActAnswer> {
  const { kind, subjectNo, day, customer } = exception
  if (kind === 'difference' || kind === 'unmatched') {
    await enqueueDay(deps, { kind: 'reconcile-day', date: day ?? (await deps.businessDate()) })
  } else if (kind === 'task-given-up' || kind === 'task-failing') {
    const operate = act === 'retry' ? retryTask : cancelTask
    await operate({ ...deps, staff }, BigInt(subjectNo))
    await watchOrders(deps)
  } else if (kind === 'night-failed') {
    await deps.endOfDay(await deps.businessDate(), { debits: 'await' })
  } else if (kind === 'loan-differs') {
    await recomputeCustomer(deps, customerNo(customer))
  } else if (kind === 'rule-broken') {
    await enqueueDay(deps, { kind: 'verify-books', date: await deps.businessDate() })
  } else {
    await askAgain(deps, exception)
  }
  return { mode, lines: [] }
}

async function enqueueDay(
  { database, tasks }: ActDeps,
  { kind, date }: { readonly kind: 'reconcile-day' | 'verify-books'; readonly date: string },
): Promise<void> {
  await database.inTransaction((tx) => tasks.add(tx, { kind, payload: { date }, key: date }))
}

/** Makes the task of an order due at once: it asks the provider before it sends anything again. */
async function askAgain(
  { database, tasks }: ActDeps,
  { subject, subjectNo, customer }: QueuedException,
): Promise<void> {
  const kind = orderKinds.find((one) => one === subject)
  const task = kind && (await findOrderTask(database, { kind, customer, subjectNo }))
  if (!task) throw new Refused({ kind: 'exception-unknown' })
  await database.inTransaction((tx) => tasks.add(tx, task))
}
