import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { otherOf, startRoutedBanks, type RoutedBanks } from './testing/routed-banks.ts'
import { routeNames } from './testing/two-banks.ts'

let banks: RoutedBanks
beforeAll(async () => {
  banks = await startRoutedBanks()
})
afterAll(() => banks.stop())
afterEach(() => banks.heal())

describe.each(routeNames)('two banks, %s first', (first) => {
  const second = otherOf(first)
  const both = [first, second] as const

  it('pay by the first one, and have it in the day file once', async () => {
    const life = banks.follow(first)
    expect(await life.toTheEnd()).toMatchObject({ state: 'done' })
    const { wireNo } = life
    expect(await banks.paid(wireNo)).toEqual([first])
    const lines = await banks.bankOver(both).dayFile(banks.today())
    expect(lines.filter((line) => line.wireNo === wireNo)).toHaveLength(1)
  })

  it.each(['disbursement', 'refund'] as const)(
    'carry out a %s by the second one, if the card is not supported by the first',
    async (kind) => {
      await banks.card.behave(first, 'unsupported')
      const life = banks.follow(first, { order: banks.newOrder(first, kind) })
      expect(await life.toTheEnd()).toMatchObject({ state: 'done' })
      const { wireNo } = life
      expect(await banks.paid(wireNo)).toEqual([second])
      expect(await banks.store.find(wireNo)).toMatchObject({ route: second, declinedBy: [first] })
      const lines = await banks.bankOver(both).dayFile(banks.today())
      expect(lines.filter((line) => line.wireNo === wireNo)).toMatchObject([{ kind }])
    },
  )

  it('decline what both do not support', async () => {
    for (const name of routeNames) await banks.card.behave(name, 'unsupported')
    const life = banks.follow(first)
    expect(await life.toTheEnd()).toMatchObject({ state: 'declined' })
    expect(await banks.paid(life.wireNo)).toEqual([])
  })

  it('do not pay by the second one what the first declined because of the card', async () => {
    await banks.card.behave(first, 'frozen')
    const life = banks.follow(first)
    const reason = expect.stringContaining('冻结')
    expect(await life.toTheEnd()).toMatchObject({ state: 'declined', reason })
    expect(await banks.store.find(life.wireNo)).toMatchObject({ route: first, declinedBy: [] })
    expect(await banks.paid(life.wireNo)).toEqual([])
  })

  it('debit a card by the first one only, which bound it', async () => {
    await banks.card.behave(first, 'unsupported')
    const life = banks.follow(first, { order: banks.newOrder(first, 'debit') })
    expect(await life.toTheEnd()).toMatchObject({ state: 'declined' })
    expect(await banks.store.find(life.wireNo)).toMatchObject({ route: first, declinedBy: [] })
  })

  it('wait with the second one until nothing can be under way to the first', async () => {
    await banks.card.behave(first, 'unsupported')
    const bank = banks.bankOver(both)
    const order = banks.newOrder(first)
    await bank.transfer(order)
    banks.advance(100)
    expect(await bank.transferState(order)).toEqual({ state: 'processing' })
    // Another worker sends it once more.
    await bank.transfer(order)
    banks.advance(100)
    expect(await bank.transferState(order)).toEqual({ state: 'processing' })
    banks.advance(30)
    expect(await bank.transferState(order)).toEqual({ state: 'unknown' })
    expect(await banks.paid(order.wireNo)).toEqual([])
  })

  it('never pay by the second one because the first is silent, for however long', async () => {
    await banks.setFault(first, 'cut before')
    const life = banks.follow(first)
    for (const _ of [1, 2, 3, 4]) {
      await life.attempt()
      banks.advance(3_600)
    }
    expect(life.ends).toEqual([])
    expect(await banks.store.find(life.wireNo)).toMatchObject({ route: first })
    expect(await banks.paid(life.wireNo)).toEqual([])
  })

  it('leave an order open whose route is not set any more', async () => {
    await banks.card.behave(first, 'unsupported')
    const life = banks.follow(first)
    await life.attempt()
    const rest = banks.bankOver([second])
    await expect(rest.transferState(life.order)).rejects.toThrow(`route ${first}`)
    await expect(rest.transfer(life.order)).rejects.toThrow(`route ${first}`)
    expect(await banks.paid(life.wireNo)).toEqual([])
  })

  it('find an order that was sent to the second one before there were routes', async () => {
    const order = banks.newOrder(second)
    await banks.routes[second].bank.transfer(order)
    const life = banks.follow(first, { order, isOrdered: true })
    expect(await life.toTheEnd()).toMatchObject({ state: 'done' })
    expect(await banks.paid(order.wireNo)).toEqual([second])
  })

  it('do not know an order only if both say so', async () => {
    const order = banks.newOrder(first)
    expect(await banks.bankOver(both).transferState(order)).toEqual({ state: 'unknown' })
    for (const name of both) {
      await banks.setFault(name, 'cut before')
      await expect(banks.bankOver(both).transferState(order)).rejects.toThrow(ProviderFault)
      await banks.setFault(name, 'none')
    }
  })
})
