import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf } from '#platform/api/api.ts'
import { clearSession, storeToken, isSignedIn } from './session.ts'
import { draftOf, read, store, storeDraft } from '#platform/browser/storage.ts'
import { startContractServer } from '#platform/testing/contract-server.ts'

const HOUR_MS = 3_600_000
const { maskedPhone } = callsOf('onboarding', { maskedPhone: onboardingShapes.maskedPhone })

let server: Awaited<ReturnType<typeof startContractServer>>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startContractServer(() => ({ fields: { mobile: '138****8000' } }))
  Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
})
afterEach(async () => {
  clearSession()
  vi.useRealTimers()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

const later = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR_MS)

it('extends a session by a day whenever it is used', async () => {
  storeToken('session-token')
  later(23)
  await maskedPhone({})
  later(23)
  expect(isSignedIn()).toBe(true)
  later(2)
  expect(isSignedIn()).toBe(false)
})

it('does not restore a session that ended during a call', async () => {
  storeToken('session-token')
  server.settings.handler = () => {
    clearSession()
    return { fields: { mobile: '138****8000' } }
  }
  await maskedPhone({})
  expect(isSignedIn()).toBe(false)
})

it('[9.002] allows 30 seconds for an ordinary call and 80 for a heavy one', async () => {
  storeToken('session-token')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const delays = () => timers.mock.calls.map(([, delay]) => delay)
  await maskedPhone({})
  expect(delays()).toContain(30_000)
  expect(delays()).not.toContain(80_000)
  await maskedPhone({}, { heavy: true })
  expect(delays()).toContain(80_000)
  timers.mockRestore()
})

it('clears drafts, messages and user data for a new session and keeps drafts for a renewed one', () => {
  storeDraft('basic-info', 'of another person')
  store('custNo', 'of another person')
  store('refuseMsg', 'shown to another person')
  storeToken('session-token')
  expect(draftOf('basic-info')).toBeUndefined()
  expect(read('custNo')).toBeUndefined()
  expect(read('refuseMsg')).toBeUndefined()
  storeDraft('basic-info', 'own words')
  storeToken('session-token')
  expect(draftOf('basic-info')).toBe('own words')
})

it('clears the messages of a session that ended', () => {
  storeToken('session-token')
  for (const name of ['riskRefuseMsg', 'refuseMsg', 'controlMsg'] as const) store(name, 'reason')
  clearSession()
  for (const name of ['riskRefuseMsg', 'refuseMsg', 'controlMsg'] as const) {
    expect(read(name)).toBeUndefined()
  }
})
