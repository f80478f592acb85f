import { dayTasks } from '#features/end-of-day/tasks.ts'
import { cardTasks } from '#features/cards/index.ts'
import { creditTasks } from '#features/credit/index.ts'
import { erasureTasks } from '#features/erasure/index.ts'
import { loanTasks } from '#features/loans/index.ts'
import { mallTasks } from '#features/mall/index.ts'
import { rateCutTasks } from '#features/rate-cuts/index.ts'
import { proofTasks } from '#features/proofs/index.ts'
import { reconciliationTasks } from '#features/reconciliation/index.ts'
import { repaymentTasks } from '#features/repayment/index.ts'
import { nameTasks } from '#features/staff/index.ts'
import { waiverTasks } from '#features/waiver/index.ts'
import { outboxTasks } from '#platform/outbox/index.ts'
import { paperOf } from './document-of-link.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'

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
