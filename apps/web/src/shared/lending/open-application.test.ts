import { calls } from '@qingzhou/contract/calls'
import { lender } from '#platform/browser/config.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelCode } from '#platform/browser/browser.ts'
import { systemVersion } from '#shared/sign-in/terminal.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { read } from '#platform/browser/storage.ts'
import { clearSession, storeToken } from '#platform/session/session.ts'
import { startContractServer } from '#platform/testing/contract-server.ts'
import { openApplication } from './application-progress.tsx'

const { deviceKeys } = calls.onboarding
const { open } = calls.credit
const { clientIp } = calls.system
const IP = '203.0.113.7'

let server: Awaited<ReturnType<typeof startContractServer>>
const page = document.createElement('meta')

beforeAll(async () => {
  server = await startContractServer(({ path }) => {
    if (path === deviceKeys.path) return { fields: { bqsDeviceKey: 'k1', tdDeviceKey: 'k2' } }
    return { fields: path === open.path ? { applyNo: 'A-1' } : { ip: IP } }
  })
  Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
  page.name = 'qingzhou-config'
  page.content = JSON.stringify({ ipLookupUrl: `${server.url}/ip`, version: '1.2.3' })
  document.head.append(page)
  storeToken('session-token')
})

afterAll(async () => {
  clearSession()
  page.remove()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

const payloads = (path: string) =>
  server.received.filter((received) => received.path === path).map(({ payload }) => payload)

it('[3.042, 3.058, 3.059, 3.063, 3.068, 7.058, 7.059] sends device and environment, stores the number of the application and sends it afterwards', async () => {
  await openApplication()
  expect(readCookie('applyNo')).toBe('A-1')
  await openApplication()

  const [first, second] = payloads(open.path)
  expect(first).not.toHaveProperty('applyNo')
  expect(first).toMatchObject({
    terminalInfo: {
      appType: 'h5',
      appVersion: '1.2.3',
      lang: 'CN',
      systemVersion: systemVersion(),
      productName: lender.product,
      productType: 'loan',
    },
    environmentInfo: { ip: IP },
  })
  expect(second).toMatchObject({ applyNo: 'A-1', token: 'session-token' })
})

it('sends the address that our own server sees when there is no lookup service', async () => {
  page.content = JSON.stringify({ version: '1.2.3' })
  await openApplication()
  expect(payloads(clientIp.path)).toHaveLength(1)
  expect(payloads(open.path).at(-1)).toMatchObject({ environmentInfo: { ip: IP } })
})

it('[7.052, 7.053] requests the keys of the vendors with token, device data and channel', () => {
  expect(payloads(deviceKeys.path)[0]).toMatchObject({
    token: 'session-token',
    bqsDeviceId: expect.stringMatching(/^[\w-]{16,64}$/),
    tdBlackBox: expect.stringMatching(/^[\w-]{16,64}\|[0-9a-f]{32}$/),
    channelNo: channelCode(),
  })
})

it('requests the keys once in a session, and again in the next', async () => {
  expect(payloads(deviceKeys.path)).toHaveLength(1)
  storeToken('next-session')
  expect(read('deviceBqsId')).toBeUndefined()
  await openApplication()
  expect(payloads(deviceKeys.path)).toHaveLength(2)
})
