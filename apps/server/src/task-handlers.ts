import { cardTasks } from './modules/cards/index.ts'
import { creditTasks } from './modules/credit/index.ts'
import { loanTasks } from './modules/loans/index.ts'
import { reconciliationTasks } from './modules/reconciliation/index.ts'
import { repaymentTasks } from './modules/repayment/index.ts'
import { outboxTasks } from './outbox/index.ts'
import type { Services } from './services.ts'
import type { TaskHandlers } from './tasks/task-kinds.ts'

/** Every kind of background work, and who does it. */
export function taskHandlersOf(services: Services): TaskHandlers {
  return {
    ...cardTasks(services),
    ...creditTasks(services),
    ...loanTasks(services),
    ...repaymentTasks(services),
    ...reconciliationTasks(services),
    ...outboxTasks(services),
  }
}
