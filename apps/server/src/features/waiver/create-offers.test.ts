import { beforeAll, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { readOffers } from '@qingzhou/lending/index'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { moveDays, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { createOffers, type OffersOrder } from './index.ts'
import { newDebtorWithoutOffer } from './testing/debtor.ts'

const product = startProductForFile()
let debtor: Payer
let today: LocalDate
beforeAll(async () => {
  debtor = await newDebtorWithoutOffer(product)
  // This borrower draws today and is not overdue.
  await newPayer(product)
  today = await product.services.businessDate()
})

const orderOf = (batchNo: string): OffersOrder => ({
  batchNo,
  actor: 'lender',
  segment: { daysLateMin: 31, daysLateMax: 90, amountMin: fen(1n), amountMax: fen(10n ** 14n) },
  offer: { penaltySharePpm: 1_000_000n, interestSharePpm: 300_000n, lastDay: addDays(today, 3) },
})
const none = { looked: 0, offered: 0, passedOver: {} }

it('a dry run counts offers and creates none', async () => {
  const { services } = product
  const looked = await createOffers(services, orderOf('batch-1'), { isDryRun: true })
  expect(looked).toMatchObject({ looked: 1, offered: 1, passedOver: {} })
  expect(looked.waived).toBeGreaterThan(0n)
  expect(await readOffers(services.database, debtor.customer)).toEqual([])
})

it('a dry run reports the refusals that a run would meet', async () => {
  const { services } = product
  const order = orderOf('batch-late')
  const late = { ...order, offer: { ...order.offer, lastDay: addDays(today, -1) } }
  const dry = await createOffers(services, late, { isDryRun: true })
  const real = await createOffers(services, late, { isDryRun: false })
  expect(real).toMatchObject({ looked: 1, offered: 0 })
  expect(dry).toEqual(real)
  expect(await readOffers(services.database, debtor.customer)).toEqual([])
})

it('offers are created only within the segment', async () => {
  const { services } = product
  const order = orderOf('batch-1')
  const only = (segment: Partial<OffersOrder['segment']>) =>
    createOffers(
      services,
      { ...order, segment: { ...order.segment, ...segment } },
      { isDryRun: false },
    )
  expect(await only({ daysLateMin: 80 })).toMatchObject(none)
  expect(await only({ amountMin: fen(9_000_00n) })).toMatchObject({ looked: 1, offered: 0 })
  expect(await only({ amountMax: fen(1_00n) })).toMatchObject({ looked: 1, offered: 0 })
  expect(await readOffers(services.database, debtor.customer)).toEqual([])
})

it('a run killed at any step and repeated creates and announces each offer once, and another batch skips it', async () => {
  const { services } = product
  const order = orderOf('batch-1')
  for (let steps = 0; steps < 12; steps += 1) {
    const mortal = { ...services, database: killAfter(steps, services.database) }
    await createOffers(mortal, order, { isDryRun: false }).catch((error: unknown) => {
      if (!isKilled(error)) throw error
    })
  }
  expect(await createOffers(services, order, { isDryRun: false })).toMatchObject({ offered: 1 })
  const offers = await readOffers(services.database, debtor.customer)
  expect(offers).toMatchObject([{ offerNo: `batch-1-${debtor.loanNo}`, state: 'open' }])
  expect(await createOffers(services, orderOf('batch-2'), { isDryRun: false })).toMatchObject({
    offered: 0,
    passedOver: { 'offered-before': 1 },
  })
  await product.runTasks()
  await product.runTasks()
  const texts = (await messagesTo(product, debtor.phone)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('逾期减免方案'))).toHaveLength(1)
})

it('the end of day after the last day marks an offer as lapsed', async () => {
  const { services } = product
  await moveDays(product, 3)
  await product.runTasks()
  const stateOf = async () => (await readOffers(services.database, debtor.customer))[0]?.state
  expect(await stateOf()).toBe('open')
  await moveDays(product, 1)
  await product.runTasks()
  expect(await stateOf()).toBe('lapsed')
})
