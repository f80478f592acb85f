import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen, sum } from '@qingzhou/domain/money/money'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { cutRates, insertCoupon, readRateCuts, type CutOrder } from '@qingzhou/lending/index'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { disburseLoan, moveDays, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { enqueueRateCutAnnouncement, planRateCut } from './index.ts'

const product = startProductForFile({ SERVICE_FEES: '103001@2026-01-01=5.00/instalment' })

async function orderFor(payer: Payer, cutNo: string): Promise<CutOrder> {
  const today = await product.services.businessDate()
  return {
    cutNo,
    actor: 'lender',
    scope: { customer: payer.customer },
    annualRatePpm: 108_000n,
    from: addDays(today, 1),
  }
}

const cut = (order: CutOrder) =>
  cutRates(product.services, order, { onCut: enqueueRateCutAnnouncement(product.services) })

const interestOf = async ({ client, loanNo }: Payer) => {
  const { instalments } = await client.api.repayment.plan({ loanNo })
  return sum(instalments.map(({ due }) => due.interest))
}

describe('a rate cut', () => {
  it('[7.131] shows both plans as booked, and the exact difference as saved', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await skipDays(product.services, 40)
    const before = await interestOf(payer)
    const order = await orderFor(payer, 'cut-a')
    expect(await cut(order)).toEqual({ cut: 1, refused: {} })
    const after = await interestOf(payer)

    const { cuts, savedTotal, hasMore } = await api['rate-cuts'].list({ pageNo: 1 })
    expect(cuts).toMatchObject([
      {
        loanNo: payer.loanNo,
        oldRate: 144_000n,
        newRate: 108_000n,
        from: order.from,
        saved: before - after,
        instalmentsLeft: 5,
      },
    ])
    expect([savedTotal, hasMore]).toEqual([before - after, false])
    const cutNo = cuts[0]?.cutNo ?? ''
    const detail = await api['rate-cuts'].detail({ cutNo })
    expect(detail.interestBefore - detail.interestAfter).toBe(before - after)
    const { instalments } = await api.repayment.plan({ loanNo: payer.loanNo })
    expect(
      detail.instalments.map(({ n, dueDate, fee, after: row }) => ({ n, dueDate, fee, ...row })),
    ).toEqual(
      instalments.slice(1).map(({ n, dueDate, due: { principal, interest } }) => ({
        n,
        dueDate,
        fee: 5_00n,
        principal,
        interest,
        amount: principal + interest + 5_00n,
      })),
    )
    const { customer, loanNo } = payer
    const books = await readBalances(product.services.database, { customer, loanNo })
    expect(books.principal).toBe(6_000_00n)

    const stranger = await newPayer(product)
    const theirs = stranger.client.api['rate-cuts'].detail({ cutNo })
    await expectRefusal(theirs, { kind: 'page-data-missing' })
    expect(await stranger.client.api['rate-cuts'].list({ pageNo: 1 })).toMatchObject({ cuts: [] })
  })

  it('counts what a coupon covers, so that its amounts are those of the bills', async () => {
    const borrower = await newBorrower(product)
    const today = await product.services.businessDate()
    const coupon = {
      benefit: { kind: 'interest-share-off', sharePpm: 400_000n },
      amountMin: fen(100_00n),
      months: [6],
      validFrom: today,
      validUntil: addDays(today, 30),
      state: { kind: 'free' },
    } as const
    const { customer } = borrower
    await insertCoupon(product.services.database, { customer, couponNo: 'share-off', coupon })
    const payer = {
      ...borrower,
      loanNo: await disburseLoan(product, borrower, { couponNo: 'share-off' }),
    }
    const { api } = payer.client
    const billed = async () => (await api.repayment.plan({ loanNo: payer.loanNo })).instalments
    const before = await billed()
    await cut(await orderFor(payer, 'cut-coupon'))
    const after = await billed()
    const { cuts } = await api['rate-cuts'].list({ pageNo: 1 })
    const { cut: shown, instalments } = await api['rate-cuts'].detail({
      cutNo: cuts[0]?.cutNo ?? '',
    })
    expect(instalments.map((row) => row.before.amount)).toEqual(before.map((row) => row.amount))
    expect(instalments.map((row) => row.after.amount)).toEqual(after.map((row) => row.amount))
    const total = (rows: typeof before) => sum(rows.map(({ amount }) => amount))
    expect(shown.saved).toBe(total(before) - total(after))
  })

  it('a rate cut of several loans is announced once, and a repeated run changes nothing', async () => {
    const payer = await newPayer(product)
    await disburseLoan(product, payer)
    const order = await orderFor(payer, 'cut-b')
    expect(await cut(order)).toMatchObject({ cut: 2 })
    expect(await cut(order)).toMatchObject({ cut: 2 })
    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('降至 10.80%'))).toHaveLength(1)
    expect((await payer.client.api['rate-cuts'].list({ pageNo: 1 })).cuts).toHaveLength(2)
  })

  it('a rate cut of a future date is planned, and executed when the business date is reached', async () => {
    const payer = await newPayer(product)
    const today = await product.services.businessDate()
    const order = { ...(await orderFor(payer, 'cut-c')), from: addDays(today, 10) }
    await planRateCut(product.services, order)
    await planRateCut(product.services, order)
    const cuts = () => readRateCuts(product.services.database, payer.customer)
    // Only the business date counts, not the calendar.
    await product.runTasks()
    await moveDays(product, 8)
    await product.runTasks()
    expect(await cuts()).toEqual([])
    await moveDays(product, 1)
    await product.runTasks()
    expect(await cuts()).toMatchObject([{ from: order.from, newRatePpm: 108_000n }])
  })
})
