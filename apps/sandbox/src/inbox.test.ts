import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openInbox } from './inbox.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-inbox-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const sms = (messageId: string, text = '验证码 48213') =>
  ({ kind: 'sms', messageId, to: '13900000001', text }) as const

describe('the inbox', () => {
  it('keeps the newest only, in memory and in its file', () => {
    const file = join(directory, 'inbox.jsonl')
    const inbox = openInbox(file, Date.now)
    for (let number = 0; number < 1100; number += 1)
      inbox.deliver(sms(`m-${number}`), { copies: 1 })
    expect(inbox.list({ limit: 2000 })).toHaveLength(500)
    expect(inbox.list({ limit: 1 })[0]?.messageId).toBe('m-1099')
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1000)
    expect(openInbox(file, Date.now).list({ limit: 2000 })).toEqual(inbox.list({ limit: 2000 }))
  })

  it.each([
    ['【轻舟】验证码 48213，5 分钟内有效。', '48213'],
    ['验证码48213。客服 4000000000', '48213'],
    ['尾号 1234 的卡，订单 123456', undefined],
  ])('reads the code of %s', (text, code) => {
    const inbox = openInbox(join(directory, 'inbox.jsonl'), Date.now)
    inbox.deliver(sms('m-1', text), { copies: 1 })
    expect(inbox.list({ limit: 1 })[0]?.code).toBe(code)
  })
})
