import { calls } from '@qingzhou/contract/calls'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { settlementShapes } from '@qingzhou/contract/features/repayment/settlement'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loanOf } from '#shared/testing/bills.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ChooseSettledLoansScreen from './choose-settled-loans-screen.tsx'
import CreditStatementScreen from './credit-statement-screen.tsx'
import SendCertificateScreen from './send-certificate-screen.tsx'

type SettledLoan = Output<typeof settlementShapes.settledLoans>

const network = connectNetworkForFile()
let requests: Input<typeof settlementShapes.apply>[]

const settledOn = localDate('2026-11-15')
const settledLoan = (loanNo: string, certificateNo?: string) => ({
  loan: loanOf(loanNo, { state: 'settled', purposeName: `借款${loanNo}` }),
  settledOn,
  certificateNo,
})
const accounts = { openCount: 2, openPrincipal: fen(800_00n), overdueCount: 1, settledCount: 3 }

function answerLoans(loans: SettledLoan['loans'], more: SettledLoan['loans'] = []) {
  network.answer(calls.settlement.settledLoans, settlementShapes.settledLoans, ({ pageNo }) => ({
    loans: pageNo === 1 ? loans : more,
    hasMore: pageNo === 1 && more.length > 0,
    accounts,
  }))
}

function answerApply(say: () => void = () => undefined) {
  network.answer(calls.settlement.apply, settlementShapes.apply, (input) => {
    requests.push(input)
    say()
    const certificates = (input.loanNos ?? ['']).map((loanNo, index) => ({
      certificateNo: `JQ-${index + 1}`,
      kind: input.kind,
      checkCode: '0123-4567-89AB-CDEF',
      loanNo: loanNo || undefined,
      issuedOn: settledOn,
      pdfUrl: '/documents/x',
    }))
    return { certificates, ...(input.emailNo !== undefined && { sentTo: 'h***@mail.example' }) }
  })
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: RegExp) =>
  userEvent.click(await screen.findByRole('checkbox', { name }))

describe('settlement certificates', () => {
  beforeEach(() => {
    requests = []
    answerLoans([settledLoan('A'), settledLoan('B', 'JQ-0')], [settledLoan('C')])
    answerApply()
    network.answer(calls.profile.emails, profileShapes.emails, () => ({
      emails: [{ emailNo: 'profile', masked: 'h***@mail.example' }],
    }))
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })

  it('[2.156] are selected by loan over pages, and requested after a confirmation', async () => {
    const { places } = openScreen(<ChooseSettledLoansScreen />)
    await screen.findByRole('button', { name: '勾选要开具证明的借款' })
    expect(screen.getAllByText('已开具')).toHaveLength(1)
    await choose(/借款A/)
    await press('加载更多')
    await choose(/借款C/)
    await press('下一步（已选 2 笔）')
    expect(places).toEqual(['/settlement/setSubmit'])
    cleanup()

    openScreen(<SendCertificateScreen />)
    await press('开具 2 份结清证明')
    const sheet = within(await screen.findByRole('dialog'))
    sheet.getByText('h***@mail.example')
    expect(requests).toEqual([])
    await userEvent.click(sheet.getByRole('button', { name: '确认开具 2 份结清证明' }))
    await screen.findByText('已开具 2 份结清证明')
    screen.getByText(/正在发送至 h\*\*\*@mail.example/)
    expect(screen.getAllByText('0123-4567-89AB-CDEF')).toHaveLength(2)
    expect(requests).toEqual([
      {
        requestNo: expect.stringMatching(/^[\da-f]{32}$/),
        kind: 'settlement',
        loanNos: ['A', 'C'],
        emailNo: 'profile',
      },
    ])

    // A reload repeats the same request, which sends no second mail.
    cleanup()
    const { places: after } = openScreen(<SendCertificateScreen />)
    await screen.findByText('已开具 2 份结清证明')
    expect(requests[1]).toEqual(requests[0])
    await press('完成')
    expect(after).toEqual(['/settlement/setMethod'])
    cleanup()
    openScreen(<SendCertificateScreen />)
    await screen.findByRole('button', { name: '开具 2 份结清证明' })
  })

  it('[2.158] are requested under the same number without an answer, and show a refusal', async () => {
    openScreen(<CreditStatementScreen />)
    await screen.findByText('800.00 元')
    await press('开具信贷账户证明')
    cleanup()

    openScreen(<SendCertificateScreen />)
    await userEvent.click(await screen.findByLabelText('不发邮件，只在这里查看和下载'))
    const confirm = async () => {
      await press('开具 1 份信贷账户证明')
      await press('确认开具 1 份信贷账户证明')
    }
    network.cut(calls.settlement.apply)
    await confirm()
    await screen.findByRole('alert')
    answerApply(() => {
      if (requests.length === 1) throw new Refusal('COMLIM0001', '操作太频繁，请 3 分钟后再试')
    })
    await confirm()
    await screen.findByText('操作太频繁，请 3 分钟后再试')
    await confirm()
    await screen.findByText('可以在下面查看和下载。')
    expect(requests[1]).toEqual(requests[0])
    expect(requests[0]).toEqual({ requestNo: expect.any(String), kind: 'statement' })
  })

  it('show why there are none, and the alternative', async () => {
    answerLoans([])
    openScreen(<ChooseSettledLoansScreen />)
    await screen.findByText(/您有 2 笔借款还在还款中/)
    screen.getByRole('link', { name: '改开信贷账户证明' })
    expect(screen.queryByRole('button', { name: /下一步/ })).toBeNull()
  })
})
