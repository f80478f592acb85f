import type { BillInstalment, LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'

const no = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

/** A running loan; each test changes what it needs. */
export function loanOf(loanNo: string, changes: Partial<LoanSummary> = {}): LoanSummary {
  return {
    loanNo,
    productNo: '103001',
    purposeName: '日常消费',
    amount: fen(12_000_00n),
    drawnOn: localDate('2026-05-20'),
    months: 12,
    methodName: '等额本息',
    annualRate: 144_000n,
    state: 'open',
    principalLeft: fen(6217_40n),
    payoff: fen(6250_00n),
    ...changes,
  }
}

export function instalmentOf(
  loanNo: string,
  n: number,
  changes: Partial<BillInstalment> = {},
): BillInstalment {
  return {
    loanNo,
    n,
    months: 12,
    dueDate: localDate('2026-11-20'),
    payableFrom: localDate('2026-10-20'),
    state: 'upcoming',
    daysOverdue: 0,
    due: no,
    paid: no,
    waived: no,
    open: no,
    amount: fen(1079_82n),
    ...changes,
  }
}

/** The bills of a customer who owes nothing. */
export const nothingOwed = {
  today: localDate('2026-11-15'),
  dueNow: ZERO,
  overdue: ZERO,
  daysOverdue: 0,
  mayJoin: false,
  penalty: ZERO,
  penaltyADay: ZERO,
  thisMonth: ZERO,
  principalLeft: ZERO,
  payoff: ZERO,
  months: [],
  loans: [],
}
