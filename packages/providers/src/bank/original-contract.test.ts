import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { TransferOrder } from './port.ts'
import { adapters, startBank, type BankOfSandbox } from './testing/bank-of-sandbox.ts'

type BoundCard = Awaited<ReturnType<BankOfSandbox['boundCard']>>

describe.each(adapters)('an order by its original at the bank by %s', (adapter) => {
  let of: BankOfSandbox
  beforeAll(async () => {
    of = await startBank(adapter)
  })
  afterAll(() => of.sandbox.stop())

  const refundOf = (original: TransferOrder, amount: bigint): TransferOrder => ({
    ...of.newWire(),
    kind: 'refund',
    cardToken: '',
    amount: fen(amount),
    original,
  })

  async function debited(card: BoundCard, amount = 10_000n) {
    const debit = of.newTransfer(card, 'debit', amount)
    await of.bank.transfer(debit)
    of.advance(3)
    expect(await of.bank.transferState(debit)).toMatchObject({ state: 'done' })
    return debit
  }

  it('refunds a debit to the card that it was from, which need not be named', async () => {
    const card = await of.boundCard()
    const order = refundOf(await debited(card), 4_000n)
    for (const _ of [1, 2, 3]) {
      expect(await of.bank.transfer(order)).toEqual({ state: 'processing' })
    }
    of.advance(3)
    expect(await of.bank.transferState(order)).toEqual({ state: 'done', on: of.today() })
    const { wireNo, amount } = order
    expect(await of.linesOf(wireNo)).toMatchObject([{ wireNo, kind: 'refund', amount }])
    const { cardNumber } = card.holder
    expect(await of.sandbox.transfersOf(wireNo)).toMatchObject([{ kind: 'refund', cardNumber }])
  })

  it('refunds no more than was debited', async () => {
    const debit = await debited(await of.boundCard())
    const [first, second] = [refundOf(debit, 6_000n), refundOf(debit, 4_001n)]
    await of.bank.transfer(first)
    await of.bank.transfer(second)
    of.advance(3)
    expect(await of.bank.transferState(first)).toMatchObject({ state: 'done' })
    expect(await of.bank.transferState(second)).toMatchObject({ state: 'declined' })
    expect(await of.linesOf(second.wireNo)).toEqual([])
  })

  it('refunds to the card if it does not know the debit', async () => {
    const card = await of.boundCard()
    const order = { ...of.newTransfer(card, 'refund'), original: of.newWire() }
    await of.bank.transfer(order)
    of.advance(3)
    expect(await of.bank.transferState(order)).toMatchObject({ state: 'done' })
  })

  it('confirms what a payee has paid back, for the disbursement that it was paid with alone', async () => {
    const { disbursement, returned } = await paidBackByMall()
    const { wireNo, amount } = returned
    expect(await of.bank.transferState(returned)).toMatchObject({ state: 'done' })
    expect(await of.linesOf(wireNo)).toMatchObject([{ wireNo, kind: 'return', amount }])
    const another = { ...returned, amount: fen(1n) }
    await expect(of.bank.transferState(another)).rejects.toThrow(ProviderFault)
    const unpaid = { ...returned, wireNo: `${wireNo}x` }
    expect(await of.bank.transferState(unpaid)).toEqual({ state: 'unknown' })
    expect(await of.bank.transferState(disbursement)).toMatchObject({ state: 'done' })
    if (adapter === 'gateway') return
    const { disbursement: other } = await paidBackByMall()
    const ofOther = { ...returned, returnOf: other }
    await expect(of.bank.transferState(ofOther)).rejects.toThrow(ProviderFault)
  })

  async function paidBackByMall() {
    const amount = fen(159_900n)
    const account = 'account-of-the-mall'
    const disbursement = {
      ...of.newWire(),
      kind: 'disbursement',
      cardToken: account,
      amount,
    } as const
    await of.bank.transfer(disbursement)
    of.advance(3)
    const { mall } = of
    const orderNo = `M${of.newWire().wireNo.slice(12)}`
    const goods = {
      orderNo,
      offerNo: 'bicycle-city',
      price: amount,
      paymentNo: disbursement.wireNo,
    }
    await mall.order(goods)
    await mall.giveBack(orderNo)
    of.advance(3)
    const answer = await mall.orderState(orderNo)
    if (answer.state !== 'returned') throw new Error(`goods ${answer.state}`)
    const { returnNo: wireNo, returnedAt: orderedAt = new Date(0) } = answer
    return { disbursement, returned: { wireNo, orderedAt, amount, returnOf: disbursement } }
  }
})
