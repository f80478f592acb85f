import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  identityAdapters,
  startIdentitySandbox,
  startProxy,
  type IdentitySandbox,
} from '#aliyun/testing/identity-sandbox.ts'
import { ProviderFault, ProviderUnavailable } from '@qingzhou/platform/provider-fault'

let sandbox: IdentitySandbox
let pictures: Record<'front' | 'back' | 'bankCard' | 'nothing', Buffer>
beforeAll(async () => {
  sandbox = await startIdentitySandbox()
  const background = { r: 120, g: 140, b: 200 }
  pictures = {
    front: await sandbox.picture('new-phone/id-card-front'),
    back: await sandbox.picture('new-phone/id-card-back'),
    bankCard: await sandbox.picture('new-phone/bank-card-0010'),
    nothing: await sharp({ create: { width: 400, height: 240, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  }
}, 120_000)
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

describe.each(identityAdapters)('the reader of cards by %s', { timeout: 120_000 }, (choice) => {
  it('reads both sides of an identity card', async () => {
    const { cardReader } = await sandbox.providersBy(choice)
    const { front, back } = pictures
    expect(await cardReader.readCard({ side: 'front', picture: front })).toMatchObject({
      outcome: 'read',
      front: { name: '沈青禾', sex: '女', birth: '19960312', no: '990101199603120020' },
    })
    expect(await cardReader.readCard({ side: 'back', picture: back })).toMatchObject({
      outcome: 'read',
      back: {
        issueAgency: expect.stringMatching(/公安局/) as string,
        issueDate: expect.stringMatching(/^\d{8}$/) as string,
        expireDate: expect.stringMatching(/^(\d{8}|长期)$/) as string,
      },
    })
  })

  it('tells the other side and a picture without a card', async () => {
    const { cardReader } = await sandbox.providersBy(choice)
    const { back, front, nothing } = pictures
    const wrongSide = { outcome: 'wrongSide' }
    expect(await cardReader.readCard({ side: 'front', picture: back })).toEqual(wrongSide)
    expect(await cardReader.readCard({ side: 'back', picture: front })).toEqual(wrongSide)
    const { outcome } = await cardReader.readCard({ side: 'front', picture: nothing })
    expect(['notACard', 'blurred']).toContain(outcome)
  })

  it('reads the number of a bank card', async () => {
    const { cardReader } = await sandbox.providersBy(choice)
    expect(await cardReader.readBankCard(pictures.bankCard)).toEqual({
      outcome: 'read',
      number: expect.stringMatching(/^\d{12,19}$/) as string,
    })
  })

  it('tells a picture that cannot be read', async () => {
    const { cardReader } = await sandbox.providersBy(choice)
    await sandbox.fault('ocr', { decline: true })
    const { front, bankCard } = pictures
    const blurred = { outcome: 'blurred' }
    expect(await cardReader.readCard({ side: 'front', picture: front })).toEqual(blurred)
    expect(await cardReader.readBankCard(bankCard)).toEqual(blurred)
  })

  it.each([
    ['down', { down: true }],
    ['failing', { failNext: 1 }],
  ])('throws a fault while the service is %s, and reads afterwards', async (_, change) => {
    const { cardReader } = await sandbox.providersBy(choice)
    await sandbox.fault('ocr', change)
    const photo = { side: 'front', picture: pictures.front } as const
    await expect(cardReader.readCard(photo)).rejects.toBeInstanceOf(ProviderFault)
    await sandbox.reset()
    expect(await cardReader.readCard(photo)).toMatchObject({ outcome: 'read' })
  })
})

describe('the reader of cards of Aliyun', { timeout: 120_000 }, () => {
  it('refuses a wrong key, and a picture of more than ten megabytes', async () => {
    const wrong = await sandbox.providersBy('aliyun', { ALIYUN_ACCESS_KEY_SECRET: 'wrong' })
    await expect(wrong.cardReader.readBankCard(pictures.bankCard)).rejects.toThrow('Signature')
    const { cardReader } = await sandbox.providersBy('aliyun')
    const large = Buffer.concat([pictures.front, Buffer.alloc(10 * 1024 * 1024)])
    const photo = { side: 'front', picture: large } as const
    await expect(cardReader.readCard(photo)).rejects.toThrow('exceededImageContent')
  })

  it('tells that a file is no picture', async () => {
    const { cardReader } = await sandbox.providersBy('aliyun')
    const picture = Buffer.from('<svg/>')
    const nothing = { outcome: 'notACard' }
    expect(await cardReader.readCard({ side: 'front', picture })).toEqual(nothing)
    expect(await cardReader.readBankCard(picture)).toEqual(nothing)
  })

  it.each([
    ['is cut off', (body: string) => body.slice(0, -5)],
    ['is a page', () => '<html>welcome</html>'],
    ['has no data', (body: string) => body.replace('"Data"', '"Other"')],
    ['has data that are no JSON', (body: string) => body.replace('"Data":"{', '"Data":"')],
    ['has data of another form', (body: string) => body.replace(/\\"data\\"/, '\\"other\\"')],
  ])('is not believed when its answer %s', async (_, answer) => {
    const proxy = await startProxy(sandbox.url, { answer })
    try {
      const { cardReader } = await sandbox.providersBy('aliyun', { ALIYUN_OCR_ENDPOINT: proxy.url })
      const photo = { side: 'front', picture: pictures.front } as const
      await expect(cardReader.readCard(photo)).rejects.toBeInstanceOf(ProviderFault)
      await expect(cardReader.readBankCard(pictures.bankCard)).rejects.toThrow(ProviderFault)
      expect(proxy.requests()).toBe(2)
    } finally {
      proxy.stop()
    }
  })

  it('is left alone for a while after its limit was reached', async () => {
    const limited = await startIdentitySandbox({ perMinute: 1 })
    const proxy = await startProxy(limited.url, {})
    const now = new Date()
    try {
      const address = { ALIYUN_OCR_ENDPOINT: proxy.url }
      const { cardReader } = await limited.providersBy('aliyun', address, { now: () => now })
      const read = () => cardReader.readBankCard(pictures.bankCard)
      expect(await read()).toMatchObject({ outcome: 'read' })
      await expect(read()).rejects.toBeInstanceOf(ProviderUnavailable)
      await expect(read()).rejects.toBeInstanceOf(ProviderUnavailable)
      expect(proxy.requests()).toBe(2)
    } finally {
      proxy.stop()
      await limited.stop()
    }
  })
})
