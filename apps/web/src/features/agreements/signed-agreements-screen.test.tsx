import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import SignedAgreementsScreen from './signed-agreements-screen.tsx'

const network = connectNetworkForFile()
let sent: Input<typeof agreementsShapes.sendByEmail>[]
let lists: Input<typeof agreementsShapes.signedList>[]

const loan = { loanNo: 'L-1', amount: fen(12_000_00n), drawnOn: localDate('2026-11-15') }
const signedAgreement = (agreementNo: string, title: string) => ({
  agreementNo,
  title,
  version: '2026.11',
  signedAt: Date.parse('2026-11-15T02:00:00Z'),
})

function answerSent(say: () => { sentTo: string }) {
  network.answer(calls.agreements.sendByEmail, agreementsShapes.sendByEmail, (input) => {
    sent.push(input)
    return say()
  })
}

function answerEmails(emails: { emailNo: string; masked: string }[]) {
  network.answer(calls.profile.emails, profileShapes.emails, () => ({ emails }))
}

function answerLikeALender() {
  sent = []
  lists = []
  network.answer(calls.agreements.signedList, agreementsShapes.signedList, (input) => {
    lists.push(input)
    const first = { ...signedAgreement('A-1', '借款合同'), loan }
    const billConversion = signedAgreement('A-2', '授信额度合同')
    if (input.pageNo > 1) return { agreements: [billConversion], hasMore: false }
    return { agreements: input.about === 'credit' ? [] : [first], hasMore: true }
  })
  answerEmails([{ emailNo: 'profile', masked: 'h***@mail.example' }])
  answerSent(() => ({ sentTo: 'h***@mail.example' }))
}

const open = () => openScreen(<SignedAgreementsScreen />)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: RegExp) =>
  userEvent.click(await screen.findByRole('checkbox', { name }))

describe('signed agreements', () => {
  beforeEach(answerLikeALender)
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })

  it('[1.015, 2.127] are listed by date or loan, paginated and filterable', async () => {
    open()
    await screen.findByRole('heading', { name: '2026年11月' })
    await press('加载更多')
    await screen.findByRole('link', { name: /授信额度合同/ })
    await userEvent.click(screen.getByText('按借款'))
    screen.getByRole('heading', { name: /^11月15日借款 12,000\.00 元（尾号 [\w-]{1,4}）$/ })
    screen.getAllByText(/^编号/)
    screen.getByRole('heading', { name: '授信与其他' })
    await userEvent.click(screen.getByRole('tab', { name: '授信' }))
    await screen.findByText('还没有授信协议')
    expect(lists.map(({ about, pageNo }) => [about, pageNo])).toEqual([
      [undefined, 1],
      [undefined, 2],
      ['credit', 1],
    ])
  })

  it('are selected and mailed together to an address on file, which is confirmed', async () => {
    open()
    await screen.findByRole('button', { name: '勾选要发送的协议' })
    await press('加载更多')
    await choose(/选择授信额度合同/)
    await press('全选：2026年11月')
    await press('发送到邮箱（2 份）')
    await userEvent.click(await screen.findByRole('button', { name: '发送' }))
    await screen.findByText('2 份协议正在发送至 h***@mail.example')
    expect(sent).toEqual([
      {
        requestNo: expect.stringMatching(/^[\da-f]{32}$/),
        agreementNos: ['A-1', 'A-2'],
        emailNo: 'profile',
      },
    ])
  })

  it('are mailed to a valid new address once, even after a lost answer', async () => {
    answerEmails([])
    open()
    await choose(/选择借款合同/)
    await press('发送到邮箱（1 份）')
    const field = await screen.findByLabelText('邮箱地址')
    await userEvent.type(field, 'reader')
    await press('发送')
    expect(sent).toEqual([])
    await userEvent.type(field, '@mail.example')
    network.cut(calls.agreements.sendByEmail)
    await press('发送')
    await screen.findByRole('alert')
    let again = 0
    answerSent(() => {
      again += 1
      if (again === 1) throw new Refusal(codes.tooOften, '操作太频繁，请 3 小时后再试')
      return { sentTo: 'n***@mail.example' }
    })
    await press('发送')
    await screen.findByText('操作太频繁，请 3 小时后再试')
    await press('发送')
    await screen.findByText('1 份协议正在发送至 n***@mail.example')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
    expect(sent[0]).toMatchObject({ email: 'reader@mail.example' })
  })

  it('show an empty state, and a retry after a failure', async () => {
    network.cut(calls.agreements.signedList)
    open()
    await screen.findByRole('button', { name: '重新加载' })
    network.answer(calls.agreements.signedList, agreementsShapes.signedList, () => ({
      agreements: [],
      hasMore: false,
    }))
    await press('重新加载')
    await screen.findByText('还没有签署过协议')
  })
})
