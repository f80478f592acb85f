import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import { mayDo } from '@qingzhou/contract/permissions'
import type { Output } from '@qingzhou/contract/wire/shape'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { countOpenDebits } from '@qingzhou/lending/end-of-day/open-debit-store'
import { readProgress } from '@qingzhou/lending/end-of-day/progress-store'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { readTaskFigures } from '@qingzhou/platform/tasks/queue-store'
import { readOrderFigures } from '#features/order-watch/index.ts'
import { findClosedKinds, type AnyProposalKind } from '#features/proposals/index.ts'
import { lastComparedDay } from '#features/reconciliation/index.ts'
import type { Services } from '#services.ts'
import { countItems, countQueues, type ItemCount } from './queue-store.ts'
import { overdueBeforeOf } from './queues.ts'
import {
  countWaitingProposals,
  isBackupRecent,
  isWorkerRunning,
  readNight,
  readProviderMoney,
  type Night,
  type WaitingProposals,
} from './home-store.ts'

type Kinds = { readonly kinds: readonly AnyProposalKind[] }
type Deps = Pick<Services, 'database' | 'now' | 'providers' | 'mode'> & Kinds
type Home = Output<(typeof consoleQueuesShapes)['home']>

/** What needs a person today, the money at providers, the night and the alarms. */
export async function readHome(deps: Deps, { staff }: StaffCaller): Promise<Home> {
  const { database } = deps
  const overdueBefore = overdueBeforeOf(deps.now())
  const exceptions = await countItems(database, 'exceptions', overdueBefore)
  const reviews = await countItems(database, 'reviews', overdueBefore)
  const waiting = await countProposals(deps, staff)
  const progress = await readProgress(database)
  const [comparedDay] = await lastComparedDay(database)
  const night = await readNight(database, progress.businessDate, comparedDay)
  await recordStaffAct(database, deps, { staff, act: 'look-at-home' })
  return {
    businessDate: progress.businessDate,
    queues: [
      { ...waiting, queue: 'proposals', oldest: waiting.oldest?.getTime() },
      ...[...exceptions, ...reviews].map(({ kind, open, overdue, oldest }) => {
        return { queue: kind, open, overdue, oldest: oldest.getTime() }
      }),
    ],
    providers: comparedDay === undefined ? [] : await readProviderMoney(database, comparedDay),
    comparedDay,
    comparedAt: night.comparedAt?.getTime(),
    night: {
      isFinished: progress.isFinished,
      startedAt: night.startedAt?.getTime(),
      finishedAt: night.finishedAt?.getTime(),
      failures: progress.failures,
      steps: stepsOf(night, {
        loans: progress.loans,
        isFinished: progress.isFinished,
        openDebits: await countOpenDebits(database, progress.businessDate),
        exceptions,
      }),
    },
    alarms: await readAlarms(deps, { businessDate: progress.businessDate, comparedDay }),
  }
}

/** How many items wait, of the queues that the member may read. */
export async function countWork(
  deps: Pick<Services, 'database' | 'now'> & Kinds,
  { staff }: StaffCaller,
): Promise<Output<(typeof consoleQueuesShapes)['counts']>> {
  const { reviews, exceptions } = await countQueues(deps.database)
  const { open: proposals } = await countProposals(deps, staff)
  return {
    ...(mayDo(staff, 'proposals:read') && { proposals }),
    ...(mayDo(staff, 'reviews:read') && { reviews }),
    ...(mayDo(staff, 'exceptions:read') && { exceptions }),
  }
}

function countProposals(
  { database, now, kinds }: Pick<Services, 'database' | 'now'> & Kinds,
  staff: StaffCaller['staff'],
): Promise<WaitingProposals> {
  const at = now()
  const overdueBefore = overdueBeforeOf(at)
  const mayApprove = mayDo(staff, 'proposals:approve')
  const { staffNo } = staff
  const notKinds = findClosedKinds(staff, kinds)
  const wanted = { staffNo, mayApprove, notKinds, now: at, overdueBefore }
  return countWaitingProposals(database, wanted)
}

function stepsOf(
  night: Night,
  figures: {
    readonly loans: number
    readonly isFinished: boolean
    readonly openDebits: number
    readonly exceptions: readonly ItemCount<'exceptions'>[]
  },
): Home['night']['steps'] {
  const { loans, isFinished, openDebits, exceptions } = figures
  const openOf = (kind: ItemCount<'exceptions'>['kind']) =>
    exceptions.find((one) => one.kind === kind)?.open ?? 0
  const isOver = (task: string) => isFinished && !night.queued.includes(task)
  return [
    { step: 'accrual', count: loans, isDone: isFinished, at: night.finishedAt?.getTime() },
    { step: 'debits', count: openDebits, isDone: openDebits === 0 },
    {
      step: 'comparison',
      count: night.transfers,
      isDone: night.comparedAt !== undefined && isOver('reconcile-day'),
      at: night.comparedAt?.getTime(),
    },
    { step: 'rules', count: openOf('rule-broken'), isDone: isOver('verify-books') },
    { step: 'recomputation', count: openOf('loan-differs'), isDone: isOver('recompute-loans') },
  ]
}

const COMPARED_DAYS_MAX = 2
const TASK_WAIT_SECONDS_MAX = 300

/** The alarms of the metrics that a person can do something about. */
async function readAlarms(
  { database, now, providers, mode }: Deps,
  {
    businessDate,
    comparedDay,
  }: {
    readonly businessDate: LocalDate
    readonly comparedDay: LocalDate | undefined
  },
): Promise<Home['alarms']> {
  const late = (await readOrderFigures(database, now())).filter((figures) => figures.late > 0)
  const tasks = (await readTaskFigures(database)).filter(
    ({ oldestDueSeconds }) => oldestDueSeconds > TASK_WAIT_SECONDS_MAX,
  )
  const closed = providers.figures().filter(({ circuit }) => circuit === 'open')
  const isCompared =
    comparedDay === undefined || comparedDay >= addDays(businessDate, -COMPARED_DAYS_MAX)
  const needsBackup = mode === 'production' && !(await isBackupRecent(database))
  const alarms: Home['alarms'] = [
    ...closed.map(({ provider }) => {
      return { alarm: 'provider-open' as const, subject: provider, count: 1 }
    }),
    ...late.map(({ kind, late: count }) => {
      return { alarm: 'orders-late' as const, subject: kind, count }
    }),
    ...tasks.map(({ kind, counts }) => {
      return { alarm: 'tasks-waiting' as const, subject: kind, count: counts.due }
    }),
  ]
  if (!(await isWorkerRunning(database)))
    alarms.push({ alarm: 'worker-silent', subject: '', count: 1 })
  if (needsBackup) alarms.push({ alarm: 'backup-old', subject: '', count: 1 })
  if (!isCompared) alarms.push({ alarm: 'day-not-compared', subject: comparedDay, count: 1 })
  return alarms
}
