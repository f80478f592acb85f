import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { minutesAfter } from '#platform/clock.ts'
import { customerNo } from '#platform/customer-no.ts'
import { cutRates, type CutOrder } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import type { TaskPayloads } from '#platform/tasks/task-kinds.ts'
import { announceLater } from './announce-rate-cut.ts'

type Planned = TaskPayloads['cut-rates']
type Deps = Pick<Services, 'database' | 'tasks'>

/** The end of a day looks at what is planned by itself; this is for one that was planned meanwhile. */
const WAIT_MINUTES = 30

/** Whether the books have come far enough: the old rate runs to the end of the day before. */
export function canBeCut(from: LocalDate, today: LocalDate): boolean {
  return addDays(from, -1) <= today
}

/** Plans a cut: it is made on the last day at the old rate, as some periods would be over a day later. */
export async function cutLater({ database, tasks }: Deps, order: CutOrder): Promise<void> {
  const { cutNo, actor, whose, annualRatePpm, from } = order
  const payload = { cutNo, actor, annualRatePpm: String(annualRatePpm), from, ...whose }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'cut-rates', payload, key: cutNo }))
}

/** Makes a cut that was planned, once the books are there. */
export async function makePlannedCut(services: Services, planned: Planned): Promise<void> {
  const order = orderOf(planned)
  if (!canBeCut(order.from, await services.businessDate())) {
    const runAt = minutesAfter(services.now(), WAIT_MINUTES)
    await services.database.inTransaction((tx) =>
      services.tasks.add(tx, { kind: 'cut-rates', payload: planned, key: order.cutNo, runAt }),
    )
    return
  }
  const { cut, refused } = await cutRates(services, order, { onCut: announceLater(services) })
  services.log.info('rate-cuts.done', { cutNo: order.cutNo, cut, refused: JSON.stringify(refused) })
}

function orderOf(planned: Planned): CutOrder {
  const { cutNo, actor, grade, customer } = planned
  return {
    cutNo,
    actor,
    whose: customer === undefined ? { grade: grade ?? '' } : { customer: customerNo(customer) },
    annualRatePpm: BigInt(planned.annualRatePpm),
    from: localDate(planned.from),
  }
}
