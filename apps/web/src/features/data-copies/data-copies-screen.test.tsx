import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { dataCopiesShapes } from '@qingzhou/contract/features/data-copies'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { storeToken } from '#platform/session/session.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import DataCopiesScreen from './data-copies-screen.tsx'
import type { DataCopies } from './queries.ts'

const network = connectNetworkForFile()
const { copies, request, link } = calls['data-copies']

const none: DataCopies = {
  copies: [],
  opensOn: undefined,
  isConfirmed: false,
  maskedPhone: '139****0008',
  days: 7,
}
const at = Date.parse('2026-11-19T01:00:00Z')
const preparing = {
  requestNo: 'copy-0001',
  state: 'preparing',
  percent: 40,
  requestedAt: at,
} as const

let known: DataCopies
let requested: string[]

beforeEach(() => {
  localStorage.clear()
  storeToken('token-of-a-test')
  known = none
  requested = []
  network.answer(copies, dataCopiesShapes.copies, () => known)
  network.answer(request, dataCopiesShapes.request, ({ requestNo }) => {
    requested.push(requestNo)
    known = { ...known, copies: [preparing] }
    return known
  })
  network.answer(calls.onboarding.checkPurposeCode, onboardingShapes.checkPurposeCode, () => ({}))
})
afterEach(cleanup)

it('a copy is asked for with the code of its purpose, and its progress is shown', async () => {
  openScreen(<DataCopiesScreen />)
  await userEvent.type(await screen.findByLabelText('短信验证码'), '12345')
  await userEvent.click(screen.getByRole('button', { name: '申请个人信息副本' }))
  await screen.findByText('正在生成副本')
  expect(requested).toHaveLength(1)
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('40')
  expect(screen.queryByRole('button', { name: '申请个人信息副本' })).toBeNull()
})

it('a copy needs no second code shortly after the first, and keeps its number after a network failure', async () => {
  known = { ...none, isConfirmed: true }
  network.cut(request)
  openScreen(<DataCopiesScreen />)
  const button = await screen.findByRole('button', { name: '申请个人信息副本' })
  await userEvent.click(button)
  await screen.findByRole('alert')
  network.answer(request, dataCopiesShapes.request, ({ requestNo }) => {
    requested.push(requestNo)
    known = { ...known, copies: [preparing] }
    return known
  })
  await userEvent.click(await screen.findByRole('button', { name: '申请个人信息副本' }))
  await screen.findByText('正在生成副本')
  expect(requested).toHaveLength(1)
})

it('a ready copy says its size and until when, a deleted one that it is gone, and when to ask again', async () => {
  const ready = { ...preparing, state: 'ready', percent: 100, bytes: 2_097_152 } as const
  known = {
    ...none,
    opensOn: localDate('2026-12-19'),
    copies: [
      { ...ready, expiresAt: at },
      { ...preparing, requestNo: 'copy-0002', state: 'expired' },
    ],
  }
  network.cut(link)
  openScreen(<DataCopiesScreen />)
  await screen.findByText('2.0 MB')
  expect(screen.getByText('2026-11-19 09:00')).toBeDefined()
  expect(screen.getByText('已删除')).toBeDefined()
  expect(screen.getByText(/2026-12-19 起可以再次申请/)).toBeDefined()
  expect(screen.queryByLabelText('短信验证码')).toBeNull()
})
