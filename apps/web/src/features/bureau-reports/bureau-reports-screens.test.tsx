import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { bureauReportsShapes, type ReportedEvent } from '@qingzhou/contract/features/bureau-reports'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { storeToken } from '#platform/session/session.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import BureauReportScreen from './bureau-report-screen.tsx'
import BureauReportsScreen from './bureau-reports-screen.tsx'

const network = connectNetworkForFile()
const { reported, dispute } = calls['bureau-reports']

const month = localDate('2026-10-31')
const balance = { about: 'balance', balance: fen(5_000_00n), overdue: fen(0n) } as const
const late = { about: 'status', daysLate: 12, lateClass: 1 } as const
const rejected = {
  state: 'rejected',
  reason: 'paid-in-time',
  text: '10 月 20 日已还款',
  disputedOn: localDate('2026-11-02'),
  answerBy: localDate('2026-11-22'),
  answeredOn: localDate('2026-11-09'),
  answer: '还款于 11 月 1 日到账',
} as const

const loan = { loanNo: 'loan-1234', asOf: month, month }
const plain: ReportedEvent = {
  ...loan,
  eventNo: 2,
  told: balance,
  now: balance,
  isCorrected: false,
  dispute: undefined,
}
const answered: ReportedEvent = { ...plain, eventNo: 3, told: late, now: late, dispute: rejected }

let events: ReportedEvent[]
let sent: unknown[]
beforeEach(() => {
  localStorage.clear()
  storeToken('token-of-a-test')
  events = [plain, answered]
  sent = []
  network.answer(reported, bureauReportsShapes.reported, () => ({ events, answerDays: 20 }))
  network.answer(dispute, bureauReportsShapes.dispute, (input) => {
    sent.push(input)
    const open = { state: 'open', answeredOn: undefined, answer: undefined } as const
    events = [{ ...plain, dispute: { ...rejected, ...open } }, answered]
    return { answerBy: rejected.answerBy }
  })
})
afterEach(cleanup)

function openReport() {
  window.location.hash = '#/user/bureauReport?loanNo=loan-1234&eventNo=2'
  openScreen(<BureauReportScreen />)
}

it('the list says for each loan what was reported, and what became of a dispute', async () => {
  openScreen(<BureauReportsScreen />)
  await screen.findByText('余额 5,000.00 元')
  expect(screen.getByText('逾期 12 天')).toBeDefined()
  expect(screen.getByText('异议未成立')).toBeDefined()
  expect(screen.getByRole('list', { name: '借据尾号 1234' })).toBeDefined()
})

it('an empty list says when something will be in it, and a failed one can be loaded again', async () => {
  events = []
  openScreen(<BureauReportsScreen />)
  await screen.findByText('还没有报送记录')
  cleanup()
  network.cut(reported)
  openScreen(<BureauReportsScreen />)
  await screen.findByRole('button', { name: '重新加载' })
})

it('a dispute needs a reason and a text, keeps both after a failure, and is shown once it is sent', async () => {
  openReport()
  await userEvent.click(await screen.findByRole('button', { name: '提交异议' }))
  expect(screen.getByText('请选择异议原因')).toBeDefined()
  expect(sent).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: /异议原因/ }))
  await userEvent.click(screen.getByRole('radio', { name: '金额有误' }))
  await userEvent.type(screen.getByLabelText('说明'), '余额应为 4,000 元')
  network.cut(dispute)
  await userEvent.click(screen.getByRole('button', { name: '提交异议' }))
  await screen.findByRole('alert')
  cleanup()
  openReport()
  const kept = await screen.findByLabelText<HTMLTextAreaElement>('说明')
  expect(kept.value).toBe('余额应为 4,000 元')
  expect(screen.getByText('金额有误')).toBeDefined()
})

it('a dispute that is open shows until when it is answered, and no form', async () => {
  openReport()
  await userEvent.click(await screen.findByRole('button', { name: /异议原因/ }))
  await userEvent.click(screen.getByRole('radio', { name: '其他原因' }))
  await userEvent.type(screen.getByLabelText('说明'), '有误')
  await userEvent.click(screen.getByRole('button', { name: '提交异议' }))
  await screen.findByText('异议核查中')
  expect(sent).toEqual([{ loanNo: 'loan-1234', eventNo: 2, reason: 'other', text: '有误' }])
  expect(screen.getByText('2026-11-22')).toBeDefined()
  expect(screen.queryByRole('button', { name: '提交异议' })).toBeNull()
})
