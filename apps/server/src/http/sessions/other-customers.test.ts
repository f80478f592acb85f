import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import type { Shape } from '@qingzhou/contract/wire/shape'
import { shapes } from '@qingzhou/contract/shapes'
import { patient } from '#features/identity/testing/applicant.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { createTestCustomers, type TestCustomers } from '#http/testing/test-customers.ts'
import { crossCustomerRequests } from '#http/testing/cross-customer-requests.ts'

const rows = Object.entries(crossCustomerRequests).map(([name, row]) => ({ name, ...row }))

/** Fields that identify no customer's object: chosen by the client, or part of the product. */
const ofNobody = new Set(
  ['pageNo', 'requestNo', 'uploadNo', 'quoteId', 'cardNo', 'channelNo', 'prodSubNo', 'productNo']
    .concat(['hasMobileNo', 'bqsDeviceId', 'requestId'])
    // New orders, owner numbers the client chooses too, and the public offers of the mall.
    .concat(['repayment.place repaySeqNo', 'waiver.pay repaySeqNo', 'restructure.repay repaySeqNo'])
    .concat(['mall.buy offerNo'])
    // Counts the events of a loan.
    .concat(['bureau-reports.dispute eventNo'])
    // Compared with the caller's own newest photos, and looked up nowhere.
    .concat(['identity.saveIdCard idLogNo']),
)

let product: TestProduct
let victims: TestCustomers
let strangers: TestCustomers
beforeAll(async () => {
  product = await startTestProduct(patient)
  const [first, second] = await createTestCustomers(product, 2)
  if (!first || !second) throw new Error('expected two sets of test customers')
  victims = first
  strangers = second
}, 180_000)
afterAll(() => product.stop())

type Row = (typeof rows)[number]

/** The response of a call, without timestamp and request id. */
async function readMessage(
  { name, body, owner }: Row,
  by: TestCustomers,
  no: string,
): Promise<string> {
  const { client, objects } = by[owner]
  const answer = await client.send(callOf(name), { ...body(no, objects) }, { form: 'key' })
  expect(answer.status).toBe(200)
  const { statusInfo: _, ...fields } = answer.body
  return JSON.stringify([answer.code, answer.message, fields])
}

function callOf(name: string): Call {
  const [feature = '', call = ''] = (name.split(' ')[0] ?? '').split('.')
  const table: Readonly<Record<string, Readonly<Record<string, Call>>>> = allCalls
  const row = table[feature]?.[call]
  if (!row) throw new Error(`call ${name} not found`)
  return row
}

const numberOf = ({ owner, object }: Row) => victims[owner].objects[object] ?? ''

/** An identifier of the same format that does not exist. */
function missingIdOf(row: Row): string {
  return numberOf(row).replaceAll(/[0-9a-f]/g, (digit) => (digit === '7' ? '3' : '7'))
}

/** Every row of every table about the victims. */
async function rowsOfVictims(): Promise<unknown> {
  const { database } = product.services
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE column_name = 'customer_no' AND table_schema = current_schema() ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const customers = Object.values(victims).map(({ customer }) => customer)
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    // One by one: a view of one customer is read on one node of a cluster.
    all[name] = await Promise.all(
      customers.map((customer) =>
        database.query(
          `SELECT to_jsonb(one) AS row FROM ${name} AS one WHERE customer_no = $1 ORDER BY 1`,
          [customer],
        ),
      ),
    )
  }
  return all
}

describe('an object of another customer', { timeout: 120_000 }, () => {
  it('has a row here for every call and field that can name it', () => {
    const listed = new Set(rows.map(({ name }) => name.split(' ').slice(0, 2).join(' ')))
    expect(new Set(identifierFields())).toEqual(listed)
  })

  it('is answered like a missing one and stays unchanged', async () => {
    const before = await rowsOfVictims()
    for (const row of rows) {
      const answer = await readMessage(row, strangers, numberOf(row))
      expect.soft(answer, row.name).toBe(await readMessage(row, strangers, missingIdOf(row)))
    }
    expect(await rowsOfVictims()).toEqual(before)
  })

  it('is answered differently to its owner', async () => {
    for (const row of rows.filter(({ sameResponse }) => !sameResponse)) {
      const answer = await readMessage(row, victims, missingIdOf(row))
      expect.soft(await readMessage(row, victims, numberOf(row)), row.name).not.toBe(answer)
    }
  })
})

/** Each signed-in call with each field owner name ends like an identifier. */
function identifierFields(): readonly string[] {
  return Object.entries(shapes).flatMap(([feature, named]) =>
    Object.entries<Shape>(named)
      .map(([name, shape]) => ({ call: `${feature}.${name}`, shape }))
      .filter(({ call }) => callOf(call).access === 'signedIn')
      .flatMap(({ call, shape }) =>
        fieldsOf(shape.request)
          .filter((field) => /(No|Nos|Id|Ids)$/.test(field))
          .filter((field) => !ofNobody.has(field.split('.').at(-1) ?? ''))
          .map((field) => `${call} ${field}`),
      )
      .filter((name) => !ofNobody.has(name)),
  )
}

/** The names of all fields of a shape, with the path to each. */
function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  // Every schema of the contract is one of the library's own kinds, which this union lists.
  const { _zod: kind } = schema as z.core.$ZodTypes
  const { def } = kind
  if (def.type === 'optional') return fieldsOf(def.innerType)
  if (def.type === 'array') return fieldsOf(def.element)
  if (def.type === 'pipe') return fieldsOf(def.in)
  if (def.type === 'union') return def.options.flatMap(fieldsOf)
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => [
    name,
    ...fieldsOf(field).map((inner) => `${name}.${inner}`),
  ])
}
