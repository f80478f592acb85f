import { createServer, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { sandboxSms, sandboxSmsSettings } from '@qingzhou/tools/product/sandbox-sms.ts'
import { adaptersOf } from '@qingzhou/platform/config/adapters/adapters'
import { createSettings } from '@qingzhou/platform/config/settings'
import { newId } from '@qingzhou/platform/ids'
import { createLog } from '@qingzhou/platform/log'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { ProviderFault, ProviderUnavailable } from '@qingzhou/platform/provider-fault'
import { createProviders } from '#providers.ts'
import { SmsRefused, type SmsMessage, type SmsSender } from './port.ts'

const SECRET = 'a secret of the tests, of no use elsewhere'
const PHONE = '13900000001'
const TIMEOUT_MS = 1_500

let directory: string
let sandbox: { url: string; stop(): Promise<void> }

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sms-contract-'))
  sandbox = await sandboxWith({})
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(directory, { recursive: true })
})
afterEach(() => post('/reset', {}))

const sandboxWith = ({ perMinute }: { perMinute?: number }) =>
  startSandbox({
    port: 0,
    secret: SECRET,
    dataDirectory: mkdtempSync(join(directory, 'sandbox-')),
    sms: { registration: sandboxSms, ...(perMinute !== undefined && { perMinute }) },
  })

/** The sender as a server opens it, by its settings. */
async function senderFor(
  choice: string,
  changed: Readonly<Record<string, string>> = {},
  url = sandbox.url,
): Promise<SmsSender> {
  const own = sandboxSmsSettings({ url, secret: SECRET, directory })
  const settings = createSettings({ ...own, SMS: choice, ...changed })
  const adapters = adaptersOf(settings, 'sandbox')
  settings.assertComplete()
  const providers = await createProviders({
    url,
    secret: SECRET,
    consentUrl: '/sandbox',
    timeoutsMs: { sms: TIMEOUT_MS },
    outagesMax: 1_000_000,
    now: () => new Date(),
    ownOrigin: () => 'http://localhost',
    log: createLog({ level: 'silent' }),
    adapters,
  })
  return providers.sms
}

const post = async (path: string, content: unknown) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })

const fault = (change: Readonly<Record<string, unknown>>) =>
  post('/faults', { provider: 'sms', ...change })

async function textsIn(url = sandbox.url): Promise<string[]> {
  const answer = await fetch(`${url}/inbox?to=${PHONE}`)
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  return messages.map(({ text }) => text)
}

const newMessage = (): SmsMessage => ({
  messageId: newId(),
  phone: PHONE,
  ...smsOf('refunded', { amount: '12.00' }),
})

/** Sends as the outbox does: after a failure the service is asked before the message is sent again. */
async function sendUntilDone(sender: SmsSender, message: SmsMessage): Promise<void> {
  const since = new Date()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      if (attempt > 1 && (await sender.has({ ...message, since }))) return
      return await sender.send(message)
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      await fault({ down: false, cutAfter: false, delayMs: 0 })
    }
  }
}

const adapters = ['gateway', 'aliyun', 'tencent', 'aliyun,tencent'] as const
const vendors = ['aliyun', 'tencent'] as const

describe.each(adapters)('SMS by %s', { timeout: 60_000 }, (choice) => {
  it('delivers the text of the template, byte by byte', async () => {
    const sender = await senderFor(choice)
    const message = newMessage()
    await sender.send(message)
    expect(await textsIn()).toEqual([message.text])
  })

  it('delivers a message with a link, and one from before templates, by its text', async () => {
    const sender = await senderFor(choice)
    const sms = smsOf('coupons', {
      coupon: '15 天免息券',
      benefit: '放款后 15 天内免收利息',
      lastDay: '2027-01-31',
      link: 'https://loans.example/?uriId=a',
    })
    await sender.send({ messageId: newId(), phone: PHONE, ...sms })
    await sender.send({ messageId: newId(), phone: PHONE, text: '【轻舟】旧消息。' })
    expect(await textsIn()).toEqual(['【轻舟】旧消息。', sms.text])
  })

  it('throws a fault for an invalid number', async () => {
    const sender = await senderFor(choice)
    const wrong = { ...newMessage(), phone: '12345' }
    await expect(sender.send(wrong)).rejects.toBeInstanceOf(ProviderFault)
    expect(await textsIn()).toEqual([])
  })

  it.each([
    ['down', { down: true }],
    ['cut off after the order arrived', { cutAfter: true }],
    ['slower than the time limit', { delayMs: 3_000 }],
    ['failing once', { failNext: 1 }],
  ])('delivers one message although the service is %s', async (_, change) => {
    const sender = await senderFor(choice)
    await fault(change)
    const message = newMessage()
    await sendUntilDone(sender, message)
    expect(await textsIn()).toEqual([message.text])
  })

  it('delivers twice what the service itself sends twice', async () => {
    const sender = await senderFor(choice)
    await fault({ duplicate: true })
    const message = newMessage()
    await sender.send(message)
    expect(await textsIn()).toEqual([message.text, message.text])
  })
})

describe.each(vendors)('the SMS service %s', { timeout: 60_000 }, (choice) => {
  it('refuses an invalid number for good, with its word for the reason', async () => {
    const sender = await senderFor(choice)
    const error: unknown = await sender
      .send({ ...newMessage(), phone: '12345' })
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(SmsRefused)
    expect(error).toMatchObject({ code: expect.stringMatching(/ILLEGAL|Incorrect/) as string })
  })

  it('gets a parameter that is too long cut to 35 characters', async () => {
    const sender = await senderFor(choice)
    const reason = '银'.repeat(50)
    const sms = smsOf('loan-failed', { amount: '1.00', reason })
    await sender.send({ messageId: newId(), phone: PHONE, ...sms })
    expect(await textsIn()).toEqual([sms.text.replace(reason, `${'银'.repeat(34)}…`)])
  })

  it('says how long to wait when the number gets too many messages, and sends none then', async () => {
    const limited = await sandboxWith({ perMinute: 1 })
    try {
      const sender = await senderFor(choice, {}, limited.url)
      await sender.send(newMessage())
      const error: unknown = await sender.send(newMessage()).catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ProviderUnavailable)
      expect(error).toMatchObject({ waitMs: choice === 'aliyun' ? 60_000 : 30_000 })
      expect(await textsIn(limited.url)).toHaveLength(1)
    } finally {
      await limited.stop()
    }
  })

  it.each([
    ['a wrong key', { ALIYUN_ACCESS_KEY_SECRET: 'wrong', TENCENT_SECRET_KEY: 'wrong' }],
    ['an unknown key', { ALIYUN_ACCESS_KEY_ID: 'LTAI0', TENCENT_SECRET_ID: 'AKID0' }],
    ['another signature', { ALIYUN_SMS_SIGN: '别家', TENCENT_SMS_SIGN: '别家' }],
  ])('refuses %s, and nothing is sent', async (_, changed) => {
    const sender = await senderFor(choice, changed)
    await expect(sender.send(newMessage())).rejects.toThrow('not sent')
    expect(await textsIn()).toEqual([])
  })

  it('accepts a request as it was signed, and refuses it with one byte changed', async () => {
    const [honest, changing] = [
      await startProxy({ isChanging: false }),
      await startProxy({ isChanging: true }),
    ]
    try {
      const message = newMessage()
      await (await senderFor(choice, {}, honest.url)).send(message)
      const changed = await senderFor(choice, {}, changing.url)
      await expect(changed.send(newMessage())).rejects.toThrow(/Signature/)
      expect(await textsIn()).toEqual([message.text])
    } finally {
      honest.stop()
      changing.stop()
    }
  })
})

describe('SMS by two services', { timeout: 60_000 }, () => {
  const nowhere = 'http://127.0.0.1:9'

  it.each([
    ['aliyun,tencent', { ALIYUN_SMS_ENDPOINT: nowhere }],
    ['aliyun,tencent', { ALIYUN_ACCESS_KEY_SECRET: 'wrong' }],
    ['tencent,aliyun', { TENCENT_SMS_ENDPOINT: nowhere }],
  ])('sends by the second of %s when the first did certainly not: %o', async (choice, changed) => {
    const sender = await senderFor(choice, changed)
    const message = newMessage()
    await sender.send(message)
    expect(await textsIn()).toEqual([message.text])
  })

  it('does not send by the second while the result of the first is unknown', async () => {
    const sender = await senderFor('aliyun,tencent')
    await fault({ cutAfter: true })
    await expect(sender.send(newMessage())).rejects.toThrow('no known result')
    expect(await textsIn()).toHaveLength(1)
  })
})

/** Passes requests on, with one byte of the phone number changed if asked to. */
async function startProxy({ isChanging }: { isChanging: boolean }) {
  const change = (text: string) => (isChanging ? text.replace(PHONE, '13900000002') : text)
  const { port: targetPort } = new URL(sandbox.url)
  const server = createServer((asked, reply) => {
    const passed = request(
      { port: targetPort, method: 'POST', path: change(asked.url ?? ''), headers: asked.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(reply)
      },
    )
    asked.on('data', (chunk: Buffer) => passed.write(change(chunk.toString())))
    asked.on('end', () => passed.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
