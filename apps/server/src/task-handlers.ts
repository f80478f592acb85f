import { dayTasks } from './jobs/tasks.ts'
import { cardTasks } from './modules/cards/index.ts'
import { creditTasks } from './modules/credit/index.ts'
import { erasureTasks } from './modules/erasure/index.ts'
import { loanTasks } from './modules/loans/index.ts'
import { mallTasks } from './modules/mall/index.ts'
import { rateCutTasks } from './modules/rate-cuts/index.ts'
import { proofTasks } from './modules/proofs/index.ts'
import { reconciliationTasks } from './modules/reconciliation/index.ts'
import { repaymentTasks } from './modules/repayment/index.ts'
import { nameTasks } from './modules/staff/index.ts'
import { waiverTasks } from './modules/waiver/index.ts'
import { outboxTasks } from './outbox/index.ts'
import { paperOf } from './paper-of-link.ts'
import type { Services } from './services.ts'
import type { TaskHandlers } from './tasks/task-kinds.ts'

/** Every kind of background work, and who does it. */
export function taskHandlersOf(services: Services): TaskHandlers {
  return {
    ...dayTasks(services),
    ...cardTasks(services),
    ...creditTasks(services),
    ...loanTasks(services),
    ...mallTasks(services),
    ...repaymentTasks(services),
    ...proofTasks(services),
    ...reconciliationTasks(services),
    ...waiverTasks(services),
    ...rateCutTasks(services),
    ...erasureTasks(services),
    ...nameTasks(services),
    ...outboxTasks(services, (named) => paperOf(services, named)),
  }
}
