import { calls } from '@qingzhou/contract/calls'
import { type Block, referenceShapes } from '@qingzhou/contract/features/reference'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { ContactPage, HelpPage } from './service-page-screen.tsx'

const blocks: Block[] = [
  { kind: 'heading', text: '收不到短信验证码' },
  { kind: 'paragraph', text: '请检查短信是否被拦截。' },
  { kind: 'heading', text: '罚息怎么算' },
  { kind: 'points', points: ['按逾期本金逐日计算。'] },
]

const questions = () =>
  screen.queryAllByRole('group').map((one) => one.querySelector('summary')?.textContent)

describe('help', () => {
  beforeAll(async () => {
    const network = await connectNetwork()
    network.answer(calls.reference.staticPage, referenceShapes.staticPage, ({ name }) => ({
      name,
      title: name === 'help' ? '常见问题' : '联系客服',
      summary: '',
      updatedOn: '2026-11-17',
      blocks,
    }))
  })
  afterEach(cleanup)
  afterAll(() => vi.unstubAllGlobals())

  it('lists the questions, finds them by words of question or answer, and calls the service', async () => {
    openScreen(<HelpPage />)
    await screen.findByText('罚息怎么算')
    expect(questions()).toEqual(['收不到短信验证码', '罚息怎么算'])
    await userEvent.type(screen.getByLabelText('搜索问题'), '逾期 逐日')
    expect(questions()).toEqual(['罚息怎么算'])
    expect(screen.getByRole('group').hasAttribute('open')).toBe(true)
    await userEvent.clear(screen.getByLabelText('搜索问题'))
    await userEvent.type(screen.getByLabelText('搜索问题'), '没有这个词')
    await screen.findByText('没有找到相关问题')
    const call = screen.getByRole('link', { name: /^拨打客服/ })
    expect(call.getAttribute('href')).toMatch(/^tel:[\d-]+$/)
  })

  it('leads from the contact to what needs no call', async () => {
    openScreen(<ContactPage />)
    await screen.findByText('收不到短信验证码')
    const link = screen.getByRole('link', { name: '查看登录设备' })
    expect(link.getAttribute('href')).toBe('#/user/security')
    expect(screen.getAllByRole('link', { name: /拨打客服|^[\d-]+$/ })).toHaveLength(2)
  })
})
