import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import {
  identityAdapters,
  startIdentitySandbox,
  startProxy,
  type IdentitySandbox,
} from '#aliyun/testing/identity-sandbox.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'

let sandbox: IdentitySandbox
beforeAll(async () => {
  sandbox = await startIdentitySandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

const SCENE = { ALIYUN_FACE_SCENE: '1000000006' }
const personOf = (key: string) => {
  const { name = '', idNumber = '' } = testPeople.find((person) => person.key === key) ?? {}
  return { name, idNumber, returnPath: '/#/back', userAgent: 'Mozilla/5.0 (Linux; Android 14)' }
}
const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(),
})

async function pagesBy(choice: 'gateway' | 'aliyun', changed: Record<string, string> = {}) {
  return (await sandbox.providersBy(choice, { ...SCENE, ...changed }, { timeoutMs: 2_000 }))
    .facePages
}

/** The person's decision on the page of the service. */
function decide(url: string, decision: 'pass' | 'fail' | 'cancel') {
  const ticket = new URL(url, 'http://localhost').searchParams.get('ticket') ?? ''
  return fetch(`${sandbox.url}/wallet/face-decide`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'http' },
    body: new URLSearchParams({ ticket, decision }),
  })
}

describe.each(identityAdapters)('face checks on a page by %s', { timeout: 60_000 }, (choice) => {
  it.each([
    ['pass', { state: 'passed' }],
    ['fail', { state: 'failed', isCancelled: false }],
  ] as const)('report a check that ends with %s', async (decision, expected) => {
    const pages = await pagesBy(choice)
    const wire = newWire()
    expect(await pages.face(wire)).toEqual({ state: 'unknown' })
    const { url, reference } = await pages.startFace({ ...wire, ...personOf('new-phone') })
    const begun = { ...wire, reference }
    expect(await pages.face(begun)).toEqual({ state: 'pending' })
    expect((await decide(url, decision)).status).toBe(303)
    expect(await pages.face(begun)).toEqual(expected)
  })

  it('give the same page for a check that was begun', async () => {
    const pages = await pagesBy(choice)
    const order = { ...newWire(), ...personOf('new-phone') }
    const { url, reference } = await pages.startFace(order)
    expect(await pages.startFace({ ...order, reference })).toMatchObject({ url })
  })

  it.each([
    ['down', { down: true }],
    ['cut off after the order arrived', { cutAfter: true, down: true }],
    ['failing', { failNext: 1 }],
  ])('throw a fault while the service is %s, and begin afterwards', async (_, change) => {
    const pages = await pagesBy(choice)
    await sandbox.fault(choice === 'aliyun' ? 'face' : 'wallet', change)
    const order = { ...newWire(), ...personOf('new-phone') }
    await expect(pages.startFace(order)).rejects.toBeInstanceOf(ProviderFault)
    await sandbox.reset()
    expect(await pages.startFace(order)).toHaveProperty('url')
  })
})

describe('face checks on the page of Aliyun', { timeout: 60_000 }, () => {
  it('are refused for a person whom the register does not know, and for an unknown browser', async () => {
    const pages = await pagesBy('aliyun')
    const stranger = { ...newWire(), ...personOf('new-phone'), name: '陆知远' }
    await expect(pages.startFace(stranger)).rejects.toThrow('refused: 417')
    const nothing = { ...newWire(), ...personOf('new-phone'), userAgent: '' }
    await expect(pages.startFace(nothing)).rejects.toThrow('refused: 414')
  })

  it('stay pending when the person gives up', async () => {
    const pages = await pagesBy('aliyun')
    const wire = newWire()
    const { url, reference } = await pages.startFace({ ...wire, ...personOf('new-phone') })
    await decide(url, 'cancel')
    expect(await pages.face({ ...wire, reference })).toEqual({ state: 'pending' })
  })

  it('are unknown under a number that the service never gave', async () => {
    const pages = await pagesBy('aliyun')
    const reference = 'a https://localhost/'
    expect(await pages.face({ ...newWire(), reference })).toEqual({ state: 'unknown' })
  })

  it.each([
    ['is cut off', (body: string) => body.slice(0, -5)],
    ['has no result', (body: string) => body.replace('ResultObject', 'Other')],
    ['has an unknown code', (body: string) => body.replace('"200"', '"999"')],
    ['has another result', (body: string) => body.replace('"Passed":"T"', '"Passed":"yes"')],
  ])('are not passed by an answer that %s', async (_, answer) => {
    const wire = newWire()
    const { url, reference } = await (
      await pagesBy('aliyun')
    ).startFace({ ...wire, ...personOf('new-phone') })
    await decide(url, 'pass')
    const proxy = await startProxy(sandbox.url, { answer })
    try {
      const pages = await pagesBy('aliyun', { ALIYUN_ID_ENDPOINT: proxy.url })
      await expect(pages.face({ ...wire, reference })).rejects.toBeInstanceOf(ProviderFault)
    } finally {
      proxy.stop()
    }
  })

  it('leave one line per provider in the metrics', async () => {
    const names = (await sandbox.providersBy('aliyun', SCENE)).figures().map((row) => row.provider)
    expect(new Set(names).size).toBe(names.length)
  })

  it('send the customer to no other kind of address', async () => {
    const page = '"CertifyUrl":"javascript:1"'
    const proxy = await startProxy(sandbox.url, {
      answer: (body) => body.replace(/"CertifyUrl":"[^"]*"/, page),
    })
    try {
      const pages = await pagesBy('aliyun', { ALIYUN_ID_ENDPOINT: proxy.url })
      const order = { ...newWire(), ...personOf('new-phone') }
      await expect(pages.startFace(order)).rejects.toBeInstanceOf(ProviderFault)
    } finally {
      proxy.stop()
    }
  })
})
