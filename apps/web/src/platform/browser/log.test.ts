import { calls } from '@qingzhou/contract/calls'
import { drawParam } from '@qingzhou/contract/wire/params'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { fetchDeviceKeys } from '#platform/session/device-keys.ts'
import { startContractServer } from '#platform/testing/contract-server.ts'
import { logProblem } from './log.ts'

let server: Awaited<ReturnType<typeof startContractServer>>

beforeAll(async () => {
  server = await startContractServer(() => ({ fields: {} }))
  Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

const loggedEntries = () =>
  server.received.map(({ path, payload }) => {
    const [entry] = payload['entries'] as { level: string; event: string }[]
    return `${path} ${entry?.level} ${entry?.event}`
  })

it('[7.155] sends problems to the error log and other events to the log', async () => {
  logProblem('screen.broken', new Error('x'))
  await fetchDeviceKeys(
    async () => ({ first: 'k1' }),
    async () => undefined,
  )
  const { log, logError } = calls.system
  await expect
    .poll(() => loggedEntries().toSorted())
    .toEqual([`${log.path} warn device-keys.partial`, `${logError.path} error screen.broken`])
})

it('[7.157] sends a problem of a page that is being left as an image beacon', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const image = { src: '' }
  vi.stubGlobal('Image', function Beacon() {
    return image
  })
  window.location.hash = `/loan/loan?${drawParam}=L1`
  logProblem('screen.broken', new Error('of 13812345678'))
  expect(image.src).toBe(`${calls.system.logByBeacon.path}?event=screen.broken&page=%2Floan%2Floan`)
  window.location.hash = ''
})
