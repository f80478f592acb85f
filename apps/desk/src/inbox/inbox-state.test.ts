import { describe, expect, it } from 'vitest'
import type { Message } from '#client.ts'
import { withMessages } from './use-inbox.ts'

const message = (id: string, second: number): Message => ({
  id,
  kind: 'sms',
  to: '13900000001',
  text: '验证码 48213',
  receivedAt: new Date(second * 1000).toISOString(),
})

describe('the inbox', () => {
  it('lists the newest first, from the list and from the stream', () => {
    const known = withMessages([], [message('a', 1), message('c', 3)])
    expect(withMessages(known, [message('b', 2)]).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('shows a message once when list and stream both contain it', () => {
    expect(withMessages([message('a', 1)], [message('a', 1)])).toHaveLength(1)
  })

  it('the inbox has a maximum length', () => {
    const many = Array.from({ length: 80 }, (_, second) => message(String(second), second))
    const shown = withMessages(many.slice(0, 40), many.slice(40))
    expect(shown).toHaveLength(50)
    expect(shown[0]?.id).toBe('79')
  })
})
