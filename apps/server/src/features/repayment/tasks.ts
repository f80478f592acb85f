import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { debitDay } from './automatic/debit-day.ts'
import { debitLoan } from './automatic/debit-loan.ts'
import { remindDay } from './automatic/remind-day.ts'
import { collect } from './orders/collect.ts'
import { sendRefund } from './refunds/send-refund.ts'

type Kinds = 'collect' | 'send-refund' | 'debit-day' | 'debit-loan' | 'remind-day'

export function repaymentTasks(services: Services): TaskHandlers<Kinds> {
  return {
    collect: ({ customer, requestNo }) =>
      collect(services, { customer: customerNo(customer), requestNo }),
    'send-refund': ({ customer, refundNo }) =>
      sendRefund(services, { customer: customerNo(customer), refundNo }),
    'debit-day': ({ date, afterCustomer = '', afterLoan = '' }) =>
      debitDay(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'debit-loan': ({ customer, loanNo, date, round }) =>
      debitLoan(services, {
        customer: customerNo(customer),
        loanNo,
        date: localDate(date),
        round,
      }),
    'remind-day': ({ date, afterCustomer = '' }) =>
      remindDay(services, { date: localDate(date), after: afterCustomer }),
  }
}
