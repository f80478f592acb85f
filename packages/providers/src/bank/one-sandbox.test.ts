import { afterAll, beforeAll, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { Bank } from './port.ts'
import {
  registerMerchant,
  startUnionPaySandbox,
  type UnionPaySandbox,
} from '#unionpay/testing/unionpay-sandbox.ts'
import { connectBank, bindTestCard, routeNames, type RouteName } from './testing/two-banks.ts'

let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)
const advance = (seconds: number) => void (offsetMs += seconds * 1_000)

let sandbox: UnionPaySandbox
let banks: Record<RouteName, Bank>
beforeAll(async () => {
  sandbox = await startUnionPaySandbox(() => now().getTime())
  banks = { unionpay: await open('unionpay'), gateway: await open('gateway') }
})
afterAll(() => sandbox.stop())

const open = (name: RouteName) => connectBank(sandbox, { name, now, timeoutMs: 20_000 })

const holder = {
  name: '王小明',
  idNumber: '11010519491231002X',
  cardNumber: '6222021234567890128',
  phone: '13912345678',
}

const newOrder = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: now(),
  amount: fen(123_456n),
  holder,
})

/** The gateways that list an order. */
async function listBanksOf(wireNo: string): Promise<RouteName[]> {
  const lists = await Promise.all(
    routeNames.map(async (name) => {
      const lines = await banks[name].dayFile(dayInShanghai(now()))
      return lines.filter((line) => line.wireNo === wireNo).map(() => name)
    }),
  )
  return lists.flat()
}

it('lists a transfer in the day file of the gateway that it came over, and in no other', async () => {
  for (const name of routeNames) {
    const cardToken = await bindTestCard({ bank: banks[name], sandbox }, holder, { now, advance })
    for (const kind of ['debit', 'disbursement', 'refund'] as const) {
      const order = { ...newOrder(), kind, cardToken }
      await banks[name].transfer(order)
      advance(3)
      expect(await banks[name].transferState(order)).toMatchObject({ state: 'done' })
      expect([kind, await listBanksOf(order.wireNo)]).toEqual([kind, [name]])
    }
  }
})

it('lists what the gateway moved before the lender had a certificate of the clearing house', async () => {
  const cardToken = await bindTestCard({ bank: banks.gateway, sandbox }, holder, { now, advance })
  const order = { ...newOrder(), kind: 'disbursement', cardToken } as const
  await banks.gateway.transfer(order)
  advance(3)
  expect(await listBanksOf(order.wireNo)).toEqual(['gateway'])
  // A data folder of a lender that changes to the clearing house.
  Object.assign(sandbox.settings, await registerMerchant(sandbox.url))
  banks.unionpay = await open('unionpay')
  expect(await listBanksOf(order.wireNo)).toEqual(['unionpay'])
  expect(await banks.unionpay.transferState(order)).toMatchObject({ state: 'done' })
})
