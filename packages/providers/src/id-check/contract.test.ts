import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import {
  identityAdapters,
  startIdentitySandbox,
  startProxy,
  type IdentitySandbox,
} from '#aliyun/testing/identity-sandbox.ts'
import { ProviderFault, ProviderUnavailable } from '@qingzhou/platform/provider-fault'

let sandbox: IdentitySandbox
beforeAll(async () => {
  sandbox = await startIdentitySandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

const NUMBER = '110101199003070097'
const personOf = (key: string) => {
  const { name = '', idNumber = '' } = testPeople.find((person) => person.key === key) ?? {}
  return { name, idNumber }
}

const cardOf = (key: string) => {
  const {
    name = '',
    idNumber = '',
    phone = '',
    cards = [],
  } = testPeople.find((person) => person.key === key) ?? {}
  return { name, idNumber, phone, cardNumber: cards[0]?.number ?? '' }
}

describe.each(identityAdapters)('the register by %s', { timeout: 60_000 }, (choice) => {
  it.each([
    ['a name and its number', personOf('new-phone'), 'match'],
    ['a name of several parts', { name: '阿依古丽·买买提', idNumber: NUMBER }, 'match'],
    ['another name', { ...personOf('new-phone'), name: '陆知远' }, 'mismatch'],
    ['a person who is registered otherwise', personOf('identity-mismatch'), 'mismatch'],
    ['a wrong check character', { name: '欧阳若兰', idNumber: '11010119900307001X' }, 'unknown'],
    ['a number of another form', { name: '欧阳若兰', idNumber: '1101' }, 'unknown'],
  ])('answers for %s', async (_, person, result) => {
    const { idCheck } = await sandbox.providersBy(choice)
    expect(await idCheck.verify(person)).toBe(result)
  })

  it.each([
    ['down', { down: true }],
    ['slower than the time limit', { delayMs: 3_000 }],
    ['failing', { failNext: 1 }],
  ])('throws a fault while the service is %s, and answers afterwards', async (_, change) => {
    const { idCheck } = await sandbox.providersBy(choice, {}, { timeoutMs: 1_000 })
    await sandbox.fault('idCheck', change)
    await expect(idCheck.verify(personOf('new-phone'))).rejects.toBeInstanceOf(ProviderFault)
    await sandbox.reset()
    expect(await idCheck.verify(personOf('new-phone'))).toBe('match')
  })
})

describe('the four elements of a card by Aliyun', { timeout: 60_000 }, () => {
  const CHECKED = { ALIYUN_CARD_CHECK: 'yes' }
  const card = cardOf('new-phone')

  it.each([
    ['its holder and phone', card, 'match'],
    ['another phone', { ...card, phone: '13900000099' }, 'mismatch'],
    ['another holder', { ...card, ...personOf('identity-mismatch') }, 'mismatch'],
    ['a card without a record', { ...card, cardNumber: '6222020000000000000' }, 'unknown'],
    ['a number of another form', { ...card, cardNumber: '1' }, 'unknown'],
  ])('the four elements of a card by Aliyun are checked for %s', async (_, asked, result) => {
    const { cardCheck } = await sandbox.providersBy('aliyun', CHECKED)
    expect(await cardCheck?.verify(asked)).toBe(result)
  })

  it('are left to the bank unless they are to be checked', async () => {
    expect((await sandbox.providersBy('aliyun')).cardCheck).toBeUndefined()
    expect((await sandbox.providersBy('gateway', CHECKED)).cardCheck).toBeUndefined()
  })

  it('throw a fault while the service is down', async () => {
    const { cardCheck } = await sandbox.providersBy('aliyun', CHECKED)
    await sandbox.fault('idCheck', { down: true })
    await expect(cardCheck?.verify(card)).rejects.toBeInstanceOf(ProviderFault)
  })
})

describe('the register of Aliyun', { timeout: 60_000 }, () => {
  it.each([
    ['a wrong key', { ALIYUN_ACCESS_KEY_SECRET: 'wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { ALIYUN_ACCESS_KEY_ID: 'LTAI0' }, 'InvalidAccessKeyId'],
  ])('the register of Aliyun refuses %s', async (_, changed, word) => {
    const { idCheck } = await sandbox.providersBy('aliyun', changed)
    await expect(idCheck.verify(personOf('new-phone'))).rejects.toThrow(word)
  })

  it('refuses a request of which one byte was changed', async () => {
    const proxy = await startProxy(sandbox.url, {
      request: (body) => Buffer.from(body.toString().replace(/\d(?=&|$)/, '1')),
    })
    try {
      const { idCheck } = await sandbox.providersBy('aliyun', { ALIYUN_ID_ENDPOINT: proxy.url })
      const { idNumber } = personOf('new-phone')
      expect(idNumber.endsWith('1')).toBe(false)
      await expect(idCheck.verify(personOf('new-phone'))).rejects.toThrow('SignatureDoesNotMatch')
    } finally {
      proxy.stop()
    }
  })

  it.each([
    ['is cut off', (body: string) => body.slice(0, -5)],
    ['is a page', () => '<html>welcome</html>'],
    ['is empty', () => ''],
    ['is a list', () => '[]'],
    ['has no result', (body: string) => body.replace('ResultObject', 'Other')],
    [
      'has a result of another kind',
      (body: string) => body.replace('"BizCode":"1"', '"BizCode":null'),
    ],
    ['has an unknown result', (body: string) => body.replace('"BizCode":"1"', '"BizCode":"9"')],
    ['has no code', (body: string) => body.replace('"Code":"200",', '')],
    ['has an unknown code', (body: string) => body.replace('"200"', '"999"')],
  ])('is not believed when its answer %s', async (_, answer) => {
    const proxy = await startProxy(sandbox.url, { answer })
    try {
      const { idCheck } = await sandbox.providersBy('aliyun', { ALIYUN_ID_ENDPOINT: proxy.url })
      await expect(idCheck.verify(personOf('new-phone'))).rejects.toBeInstanceOf(ProviderFault)
      expect(proxy.requests()).toBe(1)
    } finally {
      proxy.stop()
    }
  })

  it('is left alone for a second after its limit was reached, and asked once then', async () => {
    const limited = await startIdentitySandbox({ perMinute: 1 })
    const proxy = await startProxy(limited.url, {})
    let nowMs = Date.now()
    try {
      const address = { ALIYUN_ID_ENDPOINT: proxy.url }
      const { idCheck } = await limited.providersBy('aliyun', address, {
        now: () => new Date(nowMs),
      })
      const ask = () => idCheck.verify(personOf('new-phone')).catch((cause: unknown) => cause)
      expect(await ask()).toBe('match')
      expect(await ask()).toMatchObject({ waitMs: 1_000 })
      expect(await ask()).toBeInstanceOf(ProviderUnavailable)
      expect(proxy.requests()).toBe(2)
      nowMs += 1_000
      await ask()
      expect(proxy.requests()).toBe(3)
    } finally {
      proxy.stop()
      await limited.stop()
    }
  })

  it('names no person in its faults', async () => {
    const person = personOf('new-phone')
    const { idCheck } = await sandbox.providersBy('aliyun', { ALIYUN_ACCESS_KEY_SECRET: 'wrong' })
    const error: unknown = await idCheck.verify(person).catch((cause: unknown) => cause)
    const { inspect } = await import('node:util')
    const shown = inspect(error, { depth: 10 })
    expect(shown).not.toContain(person.idNumber)
    expect(shown).not.toContain(person.name)
  })
})
