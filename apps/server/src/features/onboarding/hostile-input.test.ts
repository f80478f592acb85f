import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const hostile = [
  "' OR '1'='1",
  "'; DROP TABLE customers; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0000',
  'x'.repeat(100_000),
  '%27%20OR%201=1',
  '${7*7}',
]
const odd = [null, 5, -1, 2 ** 60, true, ['13900000002'], { $ne: '' }, {}]

/** A valid request of every public call. The test replaces one field at a time. */
const requests = {
  newCaptcha: { gdCode: 'GD0001' },
  checkCaptcha: { dynamicType: '01', captchaKey: 'k'.repeat(32), imageCode: 'ACDE' },
  redeemLinkToken: { linkToken: 'x', mobile: '13700000000' },
  sendSmsCode: { dynamicType: '01', hasMobileNo: 'Y', mobile: '13700000000' },
  sendSmsCodeAfterCaptcha: {
    mobile: '13700000000',
    captchaKey: 'k'.repeat(32),
    imageCode: 'ACDE',
  },
  signIn: { by: 'code', mobile: '13700000000', dynamicCode: '12345', agreed: ['privacy'] },
  registerThroughPartner: {
    partner: 'wallet',
    ticket: 'x',
    agreed: ['privacy'],
    mobile: '13700000000',
    dynamicCode: '12345',
  },
  isTestPhone: { mobile: '13700000000' },
  deviceKeys: { bqsDeviceId: 'x', tdBlackBox: 'x', channelNo: '0000000000' },
  miniProgramLink: { prodSubNo: '103001' },
} as const

const fields = Object.entries(requests).flatMap(([name, request]) =>
  Object.keys(request).map((field) => ({ name, field, request })),
)

describe('a hostile text in any field', { timeout: 30_000 }, () => {
  it.each(fields)('causes no server error: $name.$field', async ({ name, field, request }) => {
    const client = product.client()
    // The names are the keys of the table above, all of them calls.
    const call = calls.onboarding[name as keyof typeof requests]
    const values = [...hostile.filter((text) => text.length < 5_000), ...odd]
    for (const value of values) {
      const answer = await client.send(call, { ...request, [field]: value })
      expect(answer.status, `${name}.${field} ${JSON.stringify(value)}`).toBeLessThan(500)
    }
    const rest = await client.send(call, { ...request, role: 'admin', __proto__: { a: 1 } })
    expect(rest.status).toBeLessThan(500)
  })

  it('creates no customer and no session', async () => {
    const { database } = product.services
    const rows = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM customers`,
    )
    // Only the test people who start with an account.
    const count = testPeople.filter(({ account }) => account !== undefined).length
    expect(rows).toEqual([{ count }])
    expect(await database.query(`SELECT session_id FROM sessions`)).toEqual([])
  })
})

describe('personal data', { timeout: 30_000 }, () => {
  it('is stored in plain text neither in the database nor in the log', async () => {
    const client = product.client()
    const mobile = newPhone()
    await signInWith(product, client, mobile)
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    await client.api.onboarding.isOwnPhone({ mobile })
    const { database } = product.services
    const tables = await database.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const rows = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
      const dump = JSON.stringify(rows)
      for (const secret of [
        mobile,
        hexOf(mobile),
        '13900000002',
        'Boat_2026',
        client.token ?? '',
      ]) {
        expect(dump, name).not.toContain(secret)
      }
    }
    expect(product.logged()).not.toContain(mobile)
    expect(product.logged()).not.toContain(client.token)
  })
})

/** Bytes are dumped in hexadecimal. */
function hexOf(text: string): string {
  return Buffer.from(text).toString('hex')
}
