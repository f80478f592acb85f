import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAttachments, openInbox } from './inbox.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-inbox-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = () =>
  openInbox({
    file: join(directory, 'inbox.jsonl'),
    attachments: openAttachments(join(directory, 'documents')),
    now: Date.now,
  })

const sms = (messageId: string, text = '验证码 48213') =>
  ({ kind: 'sms', messageId, to: '13900000001', text }) as const

describe('the inbox', () => {
  it('stores only the newest messages, in memory and in its file', () => {
    const file = join(directory, 'inbox.jsonl')
    const inbox = open()
    for (let number = 0; number < 1100; number += 1)
      inbox.deliver(sms(`m-${number}`), { copies: 1 })
    expect(inbox.list({ limit: 2000 })).toHaveLength(500)
    expect(inbox.list({ limit: 1 })[0]?.messageId).toBe('m-1099')
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1000)
    expect(open().list({ limit: 2000 })).toEqual(inbox.list({ limit: 2000 }))
  })

  it('stores the attachments of a mail, and deletes them with it', () => {
    const inbox = open()
    const content = Buffer.from('%PDF-1.7').toString('base64')
    const mail = { kind: 'mail', messageId: 'm-1', to: 'a@b.cn', text: '' } as const
    inbox.deliver({ ...mail, documents: [{ name: '借款合同.pdf', content }] }, { copies: 1 })
    const [note] = open().list({ limit: 1 })[0]?.attachments ?? []
    expect(note).toMatchObject({ name: '借款合同.pdf', sizeBytes: 8 })
    const id = note?.id ?? ''
    expect(open().attachment(id)?.pdf.toString()).toBe('%PDF-1.7')
    expect(inbox.attachment('../inbox')).toBeUndefined()
    for (let number = 0; number < 500; number += 1) inbox.deliver(sms(`s-${number}`), { copies: 1 })
    expect(inbox.attachment(id)).toBeUndefined()
    expect(readdirSync(join(directory, 'documents'))).toEqual([])
  })

  it.each([
    ['【轻舟】验证码 48213，5 分钟内有效。', '48213'],
    ['验证码48213。客服 4000000000', '48213'],
    ['尾号 1234 的卡，订单 123456', undefined],
  ])('reads the code of %s', (text, code) => {
    const inbox = open()
    inbox.deliver(sms('m-1', text), { copies: 1 })
    expect(inbox.list({ limit: 1 })[0]?.code).toBe(code)
  })
})
