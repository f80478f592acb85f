import { onboardingShapes } from '@qingzhou/contract/onboarding'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf } from '#platform/api/api.ts'
import { forgetSession, keepToken, signedIn } from './session.ts'
import { draftOf, keepDraft } from '#platform/browser/storage.ts'
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
  forgetSession()
  vi.useRealTimers()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

const later = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR_MS)

it('extends a session by a day whenever it is used', async () => {
  keepToken('session-token')
  later(23)
  await maskedPhone({})
  later(23)
  expect(signedIn()).toBe(true)
  later(2)
  expect(signedIn()).toBe(false)
})

it('does not restore a session that ended during a call', async () => {
  keepToken('session-token')
  server.settings.handler = () => {
    forgetSession()
    return { fields: { mobile: '138****8000' } }
  }
  await maskedPhone({})
  expect(signedIn()).toBe(false)
})

it('clears drafts for a new session and keeps them for a renewed one', () => {
  keepDraft('basic-info', 'of somebody else')
  keepToken('session-token')
  expect(draftOf('basic-info')).toBeUndefined()
  keepDraft('basic-info', 'own words')
  keepToken('session-token')
  expect(draftOf('basic-info')).toBe('own words')
})
