import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { calls, type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { codes, staffCodes } from '@qingzhou/contract/codes'
import { commonFieldNames } from '@qingzhou/contract/wire/envelope'
import type { Shape } from '@qingzhou/contract/wire/shape'
import { shapes } from '@qingzhou/contract/shapes'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { patient } from '#features/identity/testing/applicant.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import { openSession } from '#features/sessions/index.ts'
import type { Answer, Client } from '#testing/client.ts'
import { oddValues, personal } from '#testing/odd-values.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

type Fields = Readonly<Record<string, unknown>>

const rows = Object.entries(allCalls).flatMap(([feature, named]) =>
  Object.entries<Call>(named).map(([name, call]) => {
    const table: Readonly<Record<string, Readonly<Record<string, Shape>>>> = shapes
    const request = table[feature]?.[name]?.request
    if (!request) throw new Error(`${feature}.${name} has no shape`)
    return { name: `${feature}.${name}`, call, request }
  }),
)

/** Values that are valid for no field. */
const junk: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  'x'.repeat(3000),
  'a\u0000b\r\n',
  [],
  [[[]]],
  {},
  { a: { b: { c: { d: 1 } } } },
  ['x', 'x'],
  { toString: 'x', valueOf: 'x', length: -1 },
]

const product = startProductForFile(patient)
let borrower: CustomerNo
beforeAll(async () => {
  borrower = (await newPayer(product)).customer
})

/** A new client that may make the call. New for each call, because some calls end the session. */
async function callerFor({ access }: Call): Promise<Client> {
  if (access === 'public') return product.client()
  return access === 'staff' ? (await newStaff(product, ['admin'])).client : newSignedInClient()
}

async function newSignedInClient(): Promise<Client> {
  const { services } = product
  const session = { customer: borrower, deviceId: 'device-of-a-test' }
  const { token, secret } = await openSession(services.database, services, session)
  const client = product.client()
  client.token = token
  client.cookies.set('qz_session', secret)
  client.common['deviceId'] = session.deviceId
  return client
}

/** Bodies with one invalid field each. Every field and every kind of junk is used. */
function brokenBodies({ method }: Call, request: Shape['request']): readonly Fields[] {
  const whole = oddValues(request).map((value) => ({ ...Object(value) }) as Fields)
  const names = [...new Set(whole.flatMap((fields) => Object.keys(fields))), 'nobodyAskedFor']
  const count = Math.max(names.length, junk.length)
  const broken = Array.from({ length: count }, (_, turn) => ({
    ...whole[turn % whole.length],
    [names[turn % names.length] ?? '']: junk[turn % junk.length],
  }))
  const sent = method === 'GET' ? broken.map(asQuery) : broken
  return [{}, ...sent].filter((fields) => !z.safeParse(request, fields).success)
}

/** Query parameters are strings. */
function asQuery(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** The most bodies sent per call, spread over all values. */
const BODIES_MAX = 12

function oddBodies(request: Shape['request']): readonly Fields[] {
  const all = oddValues(request).map((value) => ({ ...Object(value) }) as Fields)
  const step = Math.max(1, Math.floor(all.length / BODIES_MAX))
  return all.filter((_, at) => at % step === 0)
}

/**
 * Expects an envelope with a request id, or for calls a browser opens directly, at least the
 * header.
 */
function expectAnswered(call: Call, { status, headers, body, code }: Answer): void {
  expect(status).toBeLessThan(500)
  const requestId = headers['x-request-id']
  expect(requestId).toMatch(/^[\w-]{8,64}$/)
  if (call.answer !== 'envelope') return
  expect(code).not.toBe('')
  expect(code).not.toBe(codes.serverFault)
  expect(body['requestId'] ?? Object(body['statusInfo'])['requestId']).toBe(requestId)
}

const isSuccess = ({ code }: Answer) => code === codes.success || code === staffCodes.success

describe.each(rows)('$name', { timeout: 60_000 }, ({ call, request }) => {
  it('[5.033] rejects every body that its shape rejects', async () => {
    const client = await callerFor(call)
    for (const fields of brokenBodies(call, request)) {
      const answer = await client.send(call, fields, { form: 'key' })
      expectAnswered(call, answer)
      expect(isSuccess(answer)).toBe(false)
    }
  })

  it('answers every body that its shape accepts without a server fault', async () => {
    const client = await callerFor(call)
    for (const fields of oddBodies(request)) {
      expectAnswered(call, await client.send(call, fields, { form: 'key' }))
    }
  })
})

describe('all calls', { timeout: 60_000 }, () => {
  it('calls of borrowers are refused to staff', async () => {
    const { client } = await newStaff(product, ['admin'])
    client.token = client.staffToken
    client.cookies.set('qz_session', String(client.cookies.get('qz_staff')))
    for (const { call } of rows.filter(({ call: { access } }) => access === 'signedIn')) {
      expect((await client.send(call, {}, { form: 'key' })).code).toBe(codes.notSignedIn)
    }
  })

  it('wait for the renewal of an expired identity card only where they take money or change identity', async () => {
    const { database, today } = product.services
    const own = rows.filter(({ call: { access } }) => access === 'signedIn')
    const refusedWith = async (daysLeft: number) => {
      const lastDay = addDays(today(), daysLeft)
      const expire = `UPDATE id_cards SET expires_on = $2 WHERE customer_no = $1`
      await database.query(expire, [borrower, lastDay])
      const refused = new Set<string>()
      for (const { name, call, request } of own) {
        const [body = {}] = oddBodies(request)
        const { code } = await (await newSignedInClient()).send(call, body, { form: 'key' })
        if (code === codes.stepNotReached) refused.add(name)
      }
      return refused
    }
    const before = await refusedWith(900)
    const waiting = [...(await refusedWith(-1))].filter((name) => !before.has(name))
    await database.query(`UPDATE id_cards SET expires_on = NULL WHERE customer_no = $1`, [borrower])
    expect(waiting.toSorted()).toEqual([
      'loans.apply',
      'loans.execute',
      'mall.buy',
      'profile.confirmPhoneChange',
      'profile.startPhoneChange',
    ])
  })

  it('answer junk in the common fields without a server fault', async () => {
    const { version } = calls.system
    for (const name of commonFieldNames) {
      for (const value of junk) {
        const answer = await product.client().send(version, { [name]: value })
        expectAnswered(version, answer)
      }
    }
  })

  it('leave no personal data and no server fault in the log', () => {
    // Lines of the browser's own log are excluded: another test covers their scrubbing.
    const lines = product.logged().split('\n')
    const own = lines.filter((line) => !line.includes('"msg":"client"'))
    const wrong = ['call.fault', ...Object.values(personal)]
    expect(own.filter((line) => wrong.some((text) => line.includes(text)))).toEqual([])
  })
})
