import { describe, expect, it } from 'vitest'
import { daysIn, resultText } from '#tool-panel.tsx'

describe('the days to move by', () => {
  it.each([
    ['1', 1],
    ['366', 366],
    [' 30 ', 30],
    ['007', 7],
  ])('the days to move by are read from "%s"', (text, days) => expect(daysIn(text)).toBe(days))

  it.each(['', ' ', '0', '367', '-1', '1.5', '1e2', '0x10', '三天'])(
    'the days to move by are not read from "%s"',
    (text) => expect(daysIn(text)).toBeUndefined(),
  )
})

describe('the result of a move', () => {
  it('the result of a move is one sentence without failures', () => {
    expect(resultText({ days: 30, failures: 0 })).toBe('已前进 30 天，日终全部完成。')
  })

  it('counts the failed loans and says that they are retried', () => {
    expect(resultText({ days: 1, failures: 2 })).toBe(
      '已前进 1 天，但有 2 笔借款没能入账，下次前进时会自动重试。',
    )
  })
})
