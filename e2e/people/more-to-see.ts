import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Caller } from './caller.ts'
import {
  borrowByCall,
  orderPayOffByCall,
  payByCall,
  payOffByCall,
  submitEvidenceByCall,
} from './calls-of-a-borrower.ts'
import type { WaitingOrder } from './calls-of-a-borrower.ts'
import { runCommand } from '../product/command.ts'
import { photoOfReceipt } from './upload-files.ts'
import type { Numbers } from '../pages/rows.ts'
import { businessDate, dateAfter } from './with-limit.ts'

type FirstLoan = {
  readonly loanNo: string
  readonly evidenceNo: string
  readonly order: WaitingOrder
}

/** An employee loan with submitted loan-use evidence, and an unpaid order for its payoff. */
export async function createFirstLoan(page: Page, caller: Caller): Promise<FirstLoan> {
  const { loanNo } = await borrowByCall(caller, { amountFen: 3_000_00n })
  const evidenceNo = await findEvidence(caller, loanNo)
  await submitEvidenceByCall(caller, evidenceNo, (await photoOfReceipt(page)).buffer)
  return { loanNo, evidenceNo, order: await orderPayOffByCall(caller, loanNo) }
}

/** The numbers of a settled loan. */
export type SettledNumbers = Pick<Numbers, 'evidenceNo' | 'refundNo' | 'requestNo'>

/** Pays the order some weeks later, which no longer settles the loan; the rest is paid as well. */
export async function settleLate(
  caller: Caller,
  { loanNo, evidenceNo, order }: FirstLoan,
): Promise<SettledNumbers> {
  const { refundNo = '' } = await payByCall(caller, order)
  return { evidenceNo, refundNo, requestNo: await payOffByCall(caller, loanNo) }
}

/** Another loan with a rate cut, and a reason for cancelling the limit. */
export async function createNumbers(
  page: Page,
  caller: Caller,
  settled: SettledNumbers,
): Promise<Numbers> {
  const { api } = caller
  const { loanNo, drawNo } = await borrowByCall(caller, { amountFen: 4_000_00n })
  const { agreements } = await api.agreements.signedList({ loanNo, pageNo: 1 })
  const { payments } = await api.repayment.paymentHistory({ filter: 'all', pageNo: 1 })
  const { cards } = await api.cards.list({})
  const { events } = await api['bureau-reports'].reported({})
  await api['limit-cancellation'].currentStep({ reason: 'noNeed' })
  const numbers = {
    ...settled,
    loanNo,
    drawNo,
    paymentNo: payments[0]?.paymentNo ?? '',
    cardId: cards[0]?.cardId ?? '',
    agreementNo: agreements[0]?.agreementNo ?? '',
    cutNo: await cutRate(page, caller),
    evidenceDueNo: await findEvidence(caller, loanNo),
    reportedLoanNo: events[0]?.loanNo ?? '',
    reportedEventNo: String(events[0]?.eventNo ?? ''),
  }
  expect(Object.entries(numbers).filter(([, number]) => number === '')).toEqual([])
  return numbers
}

export async function findEvidence({ api }: Caller, loanNo: string): Promise<string> {
  const { evidenceList } = await api.evidence.list({})
  return evidenceList.find((evidence) => evidence.loanNo === loanNo)?.evidenceNo ?? ''
}

async function cutRate(page: Page, { api }: Caller): Promise<string> {
  const { customerNo } = await api.onboarding.currentUser({})
  const from = dateAfter(await businessDate(page), 1)
  await runCommand('cut-rates', ['--customer', customerNo, '--rate', '3.6%', '--from', from])
  const { cuts } = await api['rate-cuts'].list({ pageNo: 1 })
  return cuts[0]?.cutNo ?? ''
}

/** Creates waiver offers for all customers who are overdue long enough. */
export async function makeOffers(page: Page): Promise<void> {
  const until = dateAfter(await businessDate(page), 3)
  const words = ['create', '--days-late', '31..', '--share', '50%', '--until', until]
  expect(await runCommand('offers', words)).toContain('Offered')
}
