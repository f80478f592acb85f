import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { ListPlace, listRequest } from '@qingzhou/contract/wire/list'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import type { CustomerNo } from '@qingzhou/platform/ids'
import * as z from 'zod/mini'
import { newEvidenceBorrower, sendFile } from '#features/evidence/testing/evidence-borrower.ts'
import { patient } from '#features/identity/testing/applicant.ts'
import { watchOrders } from '#features/order-watch/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

const shapes = {
  'console-access': consoleAccessShapes,
  'console-proposals': consoleProposalsShapes,
  'console-queues': consoleQueuesShapes,
} as const

type Row = Readonly<Record<string, unknown>>
type Request = {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: { readonly by: string; readonly order: 'up' | 'down' }
  readonly after?: ListPlace
  readonly limit: number
}
type ListCall = (request: Request) => Promise<{ rows: Row[]; next?: ListPlace | undefined }>

type List = {
  readonly feature: keyof typeof shapes
  readonly call: string
  readonly sortings: readonly string[]
  /** The filters with a fixed set of values. */
  readonly choices: readonly (readonly [filter: string, value: string])[]
}

type AnyListRequest = ReturnType<
  typeof listRequest<z.ZodMiniObject<Record<string, z.ZodMiniType>>, readonly [string, ...string[]]>
>

/** Every call of the console that answers a list, as its shape describes it. */
const lists = Object.entries(shapes).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([call, { request }]): List[] => {
    if (!('sort' in request.shape)) return []
    // What `listRequest` makes of any filters and sortings.
    const { sort, filters } = (request as unknown as AnyListRequest).shape
    return [
      {
        // The keys of the table above.
        feature: feature as keyof typeof shapes,
        call,
        sortings: sort.shape.by.options,
        choices: Object.entries(filters.shape).flatMap(([filter, value]) =>
          optionsOf(value).map((option) => [filter, option] as const),
        ),
      },
    ]
  }),
)

function optionsOf(filter: z.ZodMiniType): readonly string[] {
  const inner = filter instanceof z.ZodMiniOptional ? filter.def.innerType : filter
  if (inner instanceof z.ZodMiniEnum) return inner.options.map(String)
  return inner instanceof z.ZodMiniLiteral ? [...inner.def.values].map(String) : []
}

const numbers = ['itemNo', 'proposalNo', 'staffNo', 'sessionNo', 'logNo']
/** The number of a row; a session also has that of its member. */
function noOf(row: Row): string {
  const name = 'sessionNo' in row ? 'sessionNo' : numbers.find((one) => one in row)
  return String(row[name ?? ''])
}

let product: TestProduct
let admin: TestStaff
beforeAll(async () => {
  product = await startTestProduct(patient)
  admin = await newStaff(product, ['admin'])
  const operator = await newStaff(product, ['operator'])
  for (const role of ['operator', 'reviewer', 'auditor'] as const) await newStaff(product, [role])
  const { uploadEvidence } = operator.client.api.staff
  const borrowers = [await newEvidenceBorrower(product), await newEvidenceBorrower(product)]
  for (const { evidenceNo } of borrowers) {
    const { fileNo } = await sendFile(uploadEvidence, { evidenceNo })
    await uploadEvidence({ act: 'submit', evidenceNo, fileNos: [fileNo] })
  }
  const customer = borrowers[0]?.customer
  if (!customer) throw new Error('no borrower')
  for (const number of [1, 2, 3, 4, 5]) await deadMessage(customer, `dead-${number}`)
  await watchOrders(product.services)
  const proposals = operator.client.api['console-proposals']
  for (const amount of ['60000.00', '70000.00', '70100.00', '80000.00', '90000.00']) {
    const act = { kind: 'raise-limit', parameters: { customer, amount }, reason: '客户来电' }
    await proposals.propose(act)
  }
}, 120_000)
afterAll(() => product.stop())

async function deadMessage(customer: CustomerNo, messageNo: string): Promise<void> {
  const { services } = product
  const message = { customer, messageNo, sms: smsOf('refunded', { amount: '1.00' }) }
  await services.database.inTransaction(async (tx) => {
    await enqueueSms(tx, services, message)
    await tx.query(`UPDATE tasks SET dead_at = now(), attempts = 40 WHERE task_key = $1`, [
      `${customer}:${messageNo}`,
    ])
  })
}

function callOf({ feature, call }: List): ListCall {
  // Each list takes its own filters and sortings, which the table was made of.
  return (admin.client.api[feature] as unknown as Record<string, ListCall>)[call] as ListCall
}

/** All rows of a list, in pages of a size. */
async function readAll(
  list: List,
  { limit, ...request }: Omit<Request, 'after'>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let after: ListPlace | undefined
  do {
    const page = await callOf(list)({ ...request, limit, ...(after && { after }) })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}

const keyOf = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? -1 : Number(value)

it('every list of the console is in the table', () => {
  expect(lists.map(({ feature, call }) => `${feature}.${call}`).toSorted()).toEqual([
    'console-access.log',
    'console-access.members',
    'console-access.sessions',
    'console-proposals.list',
    'console-queues.exceptions',
    'console-queues.reviews',
  ])
})

describe.each(lists)('$feature.$call', (list) => {
  const orders = list.sortings.flatMap((by) =>
    (['up', 'down'] as const).map((order) => ({ by, order })),
  )

  it.each(orders)('is sorted by $by $order, and pages lose and repeat no row', async (sort) => {
    const whole = await readAll(list, { filters: {}, sort, limit: 200 })
    const found = whole.map(noOf)
    expect(found.length).toBeGreaterThan(1)
    expect(new Set(found).size).toBe(found.length)
    for (const limit of [1, 2, 3]) {
      const paged = await readAll(list, { filters: {}, sort, limit })
      expect([limit, paged.map(noOf)]).toEqual([limit, found])
    }
    const keys = whole.map((row) => keyOf(row[sort.by]))
    const sorted = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    expect(keys).toEqual(sort.order === 'up' ? sorted : sorted.toReversed())
  })

  it.runIf(list.choices.length > 0).each(list.choices)(
    'is filtered by %s = %s, page by page',
    async (filter, value) => {
      const sort = { by: list.sortings[0] ?? '', order: 'up' } as const
      const whole = await readAll(list, { filters: {}, sort, limit: 200 })
      const filters = { [filter]: value }
      const chosen = (await readAll(list, { filters, sort, limit: 200 })).map(noOf)
      expect((await readAll(list, { filters, sort, limit: 1 })).map(noOf)).toEqual(chosen)
      expect(whole.map(noOf)).toEqual(expect.arrayContaining(chosen))
      // A filter that is named like a column chooses its value.
      if (!['kind', 'state'].includes(filter)) return
      expect(chosen).toEqual(whole.filter((row) => row[filter] === value).map(noOf))
    },
  )
})
