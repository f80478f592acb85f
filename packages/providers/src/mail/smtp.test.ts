import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueTestKey } from '@qingzhou/platform/documents/signing/sandbox-signing-key'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { createSmtpSender, type SmtpDeps } from './smtp.ts'

const PASSWORD = 'right'
let settings: SmtpDeps
let server: SMTPServer
let received: { readonly to: string[]; readonly text: string }[] = []

beforeAll(async () => {
  const { key, certificates, authority } = await issueTestKey(new Date(), 'server')
  server = new SMTPServer({
    key,
    cert: certificates,
    onAuth: ({ password }, _, done) =>
      password === PASSWORD
        ? done(null, { user: 'service' })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo: ({ address }, _, done) =>
      address.startsWith('unknown')
        ? done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : done(),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  // Errors of single connections are the point of some tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  settings = {
    host: 'localhost',
    // A TCP server has an address object.
    port: (server.server.address() as AddressInfo).port,
    isTls: false,
    user: 'service',
    password: PASSWORD,
    from: '某公司 <service@loans.example>',
    timeoutMs: 5_000,
    ca: authority,
  }
})
beforeEach(() => {
  received = []
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const mail = { messageId: 'M1', to: 'her@example.com', subject: '借款合同', text: '请查收附件。' }

describe('a mail over SMTP', () => {
  it('arrives with its attachment, over TLS, under the same id each time it is sent', async () => {
    const sender = createSmtpSender(settings)
    const attachments = [{ name: '合同.pdf', pdf: Buffer.from('%PDF-1.7') }]
    await sender.send({ ...mail, attachments })
    await sender.send({ ...mail, attachments })
    expect(received.map(({ to }) => to)).toEqual([['her@example.com'], ['her@example.com']])
    for (const { text } of received) {
      expect(text).toContain('Message-ID: <M1@loans.example>')
      expect(text).toContain(Buffer.from('%PDF-1.7').toString('base64'))
    }
  })

  it('is refused for good when the recipient does not exist, which is no outage', async () => {
    const sending = createSmtpSender(settings).send({ ...mail, to: 'unknown@example.com' })
    await expect(sending).rejects.toThrow(ProviderFault)
    await expect(sending).rejects.not.toThrow(ProviderOutage)
    await expect(sending).rejects.not.toThrow(/unknown@example.com/)
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['a server that is away', { port: 1 }],
    ['an untrusted certificate', { ca: undefined }],
  ])('is an outage with %s, and nothing is sent', async (_, changed) => {
    const { ca, ...others } = { ...settings, ...changed }
    const sender = createSmtpSender({ ...others, ...(ca !== undefined && { ca }) })
    await expect(sender.send(mail)).rejects.toThrow(ProviderOutage)
    expect(received).toEqual([])
  })

  it('goes to one address only, whatever the text of it', async () => {
    const to = 'her@example.com, other@example.com'
    await createSmtpSender(settings)
      .send({ ...mail, to })
      .catch(() => {})
    expect(received.flatMap((one) => one.to)).not.toContain('other@example.com')
  })
})
