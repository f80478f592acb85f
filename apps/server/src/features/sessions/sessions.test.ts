import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { endSession, endSessions, findSession, openSession } from './index.ts'

const vault = createVault({
  sealing: [{ id: 'k', bytes: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
})
const customer = customerNo('900000000001')
const services = { vault, now: () => new Date('2026-11-15T00:00:00Z') }
let database: PoolDatabase

beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 4, onIdleError: () => {} })
})
afterAll(() => database.close())

const open = (deviceId: string | undefined) =>
  openSession(database, services, { customer, deviceId })
const find = (pair: { token: string; secret: string }) => findSession(database, services, pair)

it('a token pair finds its session and is new at every sign-in', async () => {
  const [one, other] = [await open('a'), await open('b')]
  expect(await find(one)).toMatchObject({ customer })
  expect(new Set([one.token, one.secret, other.token, other.secret]).size).toBe(4)
  expect(Buffer.from(one.token, 'base64url')).toHaveLength(32)
})

it('a sign-in ends the older session of the same device only', async () => {
  const [phone, tablet] = [await open('phone'), await open('tablet')]
  const again = await open('phone')
  expect(await find(phone)).toBeUndefined()
  expect(await find(tablet)).toBeDefined()
  expect(await find(again)).toBeDefined()
})

it('neither token is stored in plain text', async () => {
  const { token, secret } = await open('stored')
  const rows = await database.query('SELECT sessions::text AS row FROM sessions')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(secret)
  const hex = Buffer.from(token).toString('hex')
  expect(JSON.stringify(rows)).not.toContain(hex)
})

it('an ended session is not found, and ending all sessions covers every device', async () => {
  const [one, two, three] = [await open('1'), await open('2'), await open(undefined)]
  const session = await find(one)
  await endSession(database, session?.id ?? '')
  expect(await find(one)).toBeUndefined()
  expect(await find(two)).toBeDefined()
  await endSessions(database, customer)
  expect([await find(two), await find(three)]).toEqual([undefined, undefined])
})
