import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { clearStaffSession } from '#platform/session/staff-session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ChangePasswordScreen from './change-password-screen.tsx'
import { answerAsBackOffice } from './testing/back-office.ts'

const network = connectNetworkForFile()
let given: unknown[]

afterEach(() => {
  cleanup()
  clearStaffSession()
})

function open(answer: () => Record<string, never> = () => ({})) {
  answerAsBackOffice(network, ['operator'])
  given = []
  network.answer(calls.staff.changePassword, staffShapes.changePassword, (input) => {
    given.push(input)
    return answer()
  })
  return openScreen(<ChangePasswordScreen />)
}

async function submit(old: string, wanted: string, repeated = wanted) {
  const fields = { 原密码: old, 新密码: wanted, 再次输入新密码: repeated }
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
  }
  await userEvent.dblClick(screen.getByRole('button', { name: '确认修改密码' }))
}

it('a password is changed once, however often it is confirmed, and the home opens', async () => {
  const { places } = open()
  await submit('Old_Water_1', 'New_Water_1')
  await waitFor(() => expect(places).toEqual(['back or /staffLoan/staffIndex']))
  expect(given).toEqual([{ oldPassword: 'Old_Water_1', newPassword: 'New_Water_1' }])
})

it.each([
  ['nothing', ['', '', ''], '请输入原密码'],
  ['a short password', ['Old_Water_1', 'Water_1', 'Water_1'], /密码须为 8-64 位/],
  ['a common password', ['Old_Water_1', 'Password_2026!', 'Password_2026!'], /不能是常见的密码/],
  ['the old password', ['Old_Water_1', 'Old_Water_1', 'Old_Water_1'], '新密码不能与原密码相同'],
  [
    'a different repetition',
    ['Old_Water_1', 'New_Water_1', 'New_Water_2'],
    /两次输入的新密码不一致/,
  ],
])('%s is refused before the call', async (_, [old = '', wanted = '', repeated = ''], message) => {
  open()
  await submit(old, wanted, repeated)
  await screen.findByText(message)
  expect(given).toEqual([])
})

it('a wrong old password is reported at its field, a lock above the form', async () => {
  const refusals = [
    new Refusal(codes.invalidField, '原密码有误，还可以再试 1 次'),
    new Refusal(codes.accountState, '原密码输错次数过多，请 30 分钟后再试，或联系管理员重置密码'),
  ]
  open(() => {
    throw refusals.shift()
  })
  await submit('Bad_Water_1', 'New_Water_1')
  await screen.findByText('原密码有误，还可以再试 1 次')
  expect(document.activeElement).toBe(screen.getByLabelText('原密码'))
  await submit('Bad_Water_2', 'New_Water_1')
  expect((await screen.findByRole('alert')).textContent).toContain('请 30 分钟后再试')
})
