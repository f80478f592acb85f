export { repaymentHandlers } from './handlers.ts'
export { appPaymentNotice, debitNotice, refundNotice } from './orders/notices.ts'
export { statementPaper } from './statement.ts'
export { repaymentTasks } from './tasks.ts'
