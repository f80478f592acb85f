import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PauseBanner } from './pause-banner.tsx'

afterEach(cleanup)

it.each([
  ['plan', '结清个性化分期后恢复', '查看已签方案'],
  ['review', '暂不能借款', '联系客服'],
  ['care', '已暂停借款、自动扣款和还款提醒', '联系客服'],
] as const)('says why a limit is frozen and what to do: %s', (pause, words, action) => {
  render(<PauseBanner pause={pause} />)
  expect(document.body.textContent).toContain(words)
  expect(screen.getByRole('link', { name: action })).toBeDefined()
})
