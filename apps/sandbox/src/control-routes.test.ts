import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { ask } from '#testing/provider-client.ts'
import { getJson, postJson, runSandbox } from '#testing/running-sandbox.ts'

const logged: string[] = []
let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  logged.length = 0
  sandbox = await runSandbox({ log: ({ line }) => logged.push(line) })
})
afterEach(() => sandbox.stop())

const phone = '13900000001'
const sendSms = (messageId: string, text: string) =>
  ask(sandbox.url, '/sms/send', { messageId, phone, text })

describe('the inbox', () => {
  it('lists the newest message first, with its code', async () => {
    await sendSms('m-1', '验证码 11111')
    await sendSms('m-2', '验证码 22222，来自 1069000000')
    await ask(sandbox.url, '/mail/send', {
      messageId: 'm-3',
      to: 'a@b.c',
      subject: '信',
      text: '33333',
    })
    expect(await getJson(`${sandbox.url}/inbox?phone=${phone}`)).toMatchObject({
      messages: [{ code: '22222' }, { code: '11111' }],
    })
    const { messages } = (await getJson(`${sandbox.url}/inbox`)) as { messages: object[] }
    expect(messages).toHaveLength(3)
    expect(messages[0]).not.toHaveProperty('code')
  })

  it('survives a restart and a line that was cut by a kill', async () => {
    await sendSms('m-1', '验证码 11111')
    appendFileSync(join(sandbox.dataDirectory, 'inbox.jsonl'), '{"id":"cut')
    await sandbox.restart()
    await sendSms('m-1', '验证码 11111')
    expect(await getJson(`${sandbox.url}/inbox`)).toMatchObject({ messages: [{ code: '11111' }] })
  })

  it('is emptied by a reset, and the faults are cleared', async () => {
    await sendSms('m-1', '验证码 11111')
    await postJson(`${sandbox.url}/faults`, { provider: 'mail', down: true })
    expect((await postJson(`${sandbox.url}/reset`, {})).status).toBe(204)
    await sandbox.restart()
    expect(await getJson(`${sandbox.url}/inbox`)).toEqual({ messages: [] })
    expect(await getJson(`${sandbox.url}/faults`)).toMatchObject({
      faults: { mail: { down: false } },
    })
  })

  it('can be emptied while the faults stay', async () => {
    await sendSms('m-1', '验证码 11111')
    await postJson(`${sandbox.url}/faults`, { provider: 'mail', down: true })
    expect((await postJson(`${sandbox.url}/inbox/clear`, {})).status).toBe(204)
    expect(await getJson(`${sandbox.url}/inbox`)).toEqual({ messages: [] })
    expect(await getJson(`${sandbox.url}/faults`)).toMatchObject({
      faults: { mail: { down: true } },
    })
  })

  it('streams new messages, and ends the streams when the sandbox stops', async () => {
    const stream = await fetch(`${sandbox.url}/inbox/stream`)
    const heard = stream.text()
    await sendSms('m-1', '验证码 11111')
    await postJson(`${sandbox.url}/faults`, { provider: 'ip', failNext: 2 })
    await sandbox.restart()
    expect(await heard).toMatch(/event: message\ndata: .*"code":"11111"[^]*event: faults\n/)
  })
})

describe('the control API', () => {
  it('lists the test people', async () => {
    expect(await getJson(`${sandbox.url}/people`)).toEqual({ people: testPeople })
  })

  it('refuses plain text, which a page of another site can send without a preflight', async () => {
    const reset = await fetch(`${sandbox.url}/reset`, { method: 'POST', body: '{}' })
    expect(reset.status).toBe(415)
  })

  it('returns the browser’s address as the proxy saw it', async () => {
    const answer = await fetch(`${sandbox.url}/ip`, {
      method: 'POST',
      headers: { 'x-forwarded-for': 'claimed, 198.51.100.7' },
    })
    expect(await answer.json()).toMatchObject({
      statusInfo: { code: 'COMCC00000' },
      ip: '198.51.100.7',
    })
  })

  it('logs one line per request, without personal data', async () => {
    await sendSms('m-1', '验证码 11111')
    await getJson(`${sandbox.url}/inbox?phone=${phone}`)
    await expect.poll(() => logged.length).toBe(2)
    expect(logged.join('\n')).toMatch(
      /^sandbox POST \/sms\/send 200 \d+ ms\nsandbox GET \/inbox 200 \d+ ms$/,
    )
  })
})
