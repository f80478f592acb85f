import { beforeAll, describe, expect, it } from 'vitest'
import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { startProductForFile } from '#testing/product.ts'
import { writeStatement } from './statement.ts'
import { dueOf, moveDays, newPayer, makeCardPayment, type Payer } from './testing/payer.ts'

const product = startProductForFile()
let payer: Payer
beforeAll(async () => {
  payer = await newPayer(product)
})

describe('a monthly statement', { timeout: 60_000 }, () => {
  it('is a PDF behind a link that works once', async () => {
    const { repayment } = payer.client.api
    const { loan } = await repayment.plan({ loanNo: payer.loanNo })
    const month = compactDate(loan.next?.dueDate ?? loan.drawnOn).slice(0, 6)
    const { statementUrl = '' } = await repayment.month({ month })
    const { cookies } = payer.client
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const read = () => product.app.inject({ url: statementUrl, headers: { cookie } })
    const first = await read()
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await read()).statusCode).toBe(404)
  })

  it('has at most 60 links in ten minutes, while the month itself is always returned', async () => {
    const { client, loanNo } = await newPayer(product)
    const { loan } = await client.api.repayment.plan({ loanNo })
    const month = compactDate(loan.next?.dueDate ?? loan.drawnOn).slice(0, 6)
    const requests = Array.from({ length: 61 }, () => client.api.repayment.month({ month }))
    const months = await Promise.all(requests)
    expect(months.filter(({ statementUrl }) => statementUrl !== undefined)).toHaveLength(60)
    product.advance(601)
    expect((await client.api.repayment.month({ month })).statementUrl).toBeDefined()
  })

  it('lists the bills of the month and the payments in it', async () => {
    await moveDays(product, 31)
    await makeCardPayment(product, payer, dueOf(payer, 1))
    const { customer } = payer
    const month = compactDate(await product.services.businessDate()).slice(0, 6)
    const { payments } = await payer.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    const words = JSON.stringify(await writeStatement(product.services, { customer, month }))
    expect(words).toContain('账单还款')
    for (const { amount } of payments) expect(words).toContain(displayYuan(amount))
  })

  it('has no link for a month without bills', async () => {
    expect((await payer.client.api.repayment.month({ month: '202001' })).statementUrl).toBe(
      undefined,
    )
  })
})
