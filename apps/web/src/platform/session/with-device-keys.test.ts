import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callsOf } from '#platform/api/api.ts'
import { read } from '#platform/browser/storage.ts'
import { type Handler, startContractServer } from '#platform/testing/contract-server.ts'
import { clearSession, storeToken } from './session.ts'

const { confirmPhoneChange, emails } = calls.profile
const { deviceKeys } = calls.onboarding

const profile = callsOf('profile', {
  confirmPhoneChange: profileShapes.confirmPhoneChange,
  emails: profileShapes.emails,
})
const change = { changeNo: 'change-1', newCode: '12345' }

let server: Awaited<ReturnType<typeof startContractServer>>
const well: Handler = ({ path }) => {
  if (path === deviceKeys.path) return { fields: { bqsDeviceKey: 'k1', tdDeviceKey: 'k2' } }
  return { fields: path === emails.path ? { emails: [] } : { maskedPhone: '138****8000' } }
}

beforeAll(async () => {
  server = await startContractServer(well)
  Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
})

beforeEach(() => {
  server.settings.handler = well
  server.received.length = 0
  clearSession()
  storeToken(`session-${Math.random()}`)
})

afterAll(async () => {
  clearSession()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

const paths = () => server.received.map(({ path }) => path)

it('[3.046] asks for the keys before the first call that needs them, and sends them with such calls only', async () => {
  await profile.emails({})
  expect(paths()).not.toContain(deviceKeys.path)
  await profile.confirmPhoneChange(change)
  await profile.confirmPhoneChange(change)
  await profile.emails({})
  expect(paths().filter((path) => path === deviceKeys.path)).toHaveLength(1)
  const [first, second] = server.received.filter(({ path }) => path === confirmPhoneChange.path)
  expect(first?.payload).toMatchObject({ deviceKey: 'k1', td_deviceId: 'k2' })
  expect(second?.payload).toMatchObject({ deviceKey: 'k1', td_deviceId: 'k2' })
  expect(server.received.at(-1)?.payload).not.toHaveProperty('deviceKey')
})

it('drops keys that the server does not accept, and asks again with the next attempt', async () => {
  await profile.confirmPhoneChange(change)
  server.settings.handler = (received) =>
    received.path === confirmPhoneChange.path
      ? { refusal: { code: codes.deviceUnconfirmed, message: '暂时无法确认您的设备' } }
      : well(received)
  await expect(profile.confirmPhoneChange(change)).rejects.toThrow('暂时无法确认您的设备')
  expect(read('deviceBqsId')).toBeUndefined()
  server.settings.handler = well
  await profile.confirmPhoneChange(change)
  expect(paths().filter((path) => path === deviceKeys.path)).toHaveLength(2)
})
