import { describe, expect, it } from 'vitest'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  dueOf,
  moveDays,
  newPayer,
  readOrderNo,
  makeCardPayment,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { download } from '#features/settlement/testing/settled-borrower.ts'
import { readLoans } from '@qingzhou/lending/index'
import { sendCallback } from '#testing/send-callback.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** The bank takes the money of a debit back. Returns the number of the debit at the bank. */
async function bounce(requestNo: string): Promise<string> {
  const ours = await readOrderNo(product, requestNo)
  const [debit] = (await bankBook(product, 'debit')).filter(({ orderNo }) => orderNo === ours)
  const { status } = await fetch(`${product.sandbox.url}/bank/reversal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderNo: debit?.wireNo }),
  })
  expect(status).toBe(204)
  return debit?.wireNo ?? ''
}

const loanOf = async ({ customer, loanNo }: Payer) => {
  const loans = await readLoans(product.services.database, customer)
  return loans.find((one) => one.loanNo === loanNo)
}

const compareToday = () => reconcileDay(product.services, product.services.today())

describe('a debit that bounces', { timeout: 60_000 }, () => {
  it('[R16] is reversed by the callback: bill, books, card, message, and no difference', async () => {
    const payer = await newPayer(product)
    const { client } = payer
    const before = await loanOf(payer)
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    expect((await loanOf(payer))?.loan.instalments[0]?.paid.principal).toBeGreaterThan(0n)

    const orderNo = await bounce(requestNo)
    await sendCallback(product, 'transfer', { orderNo, state: 'done' })

    expect((await loanOf(payer))?.loan.instalments).toEqual(before?.loan.instalments)
    expect((await loanOf(payer))?.limitUsed).toBe(before?.limitUsed)
    const result = await client.api.repayment.result({ requestNo })
    expect(result).toMatchObject({ state: 'failed', reason: '款项已被退回' })
    const { payments } = await client.api.repayment.paymentHistory({ filter: 'all', pageNo: 1 })
    const today = await product.services.businessDate()
    expect(payments).toMatchObject([{ paymentNo: `${requestNo}-1`, reversedOn: today }])
    await product.runTasks()
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('该笔还款已撤销')
    expect(await readClearingBalance(product)).toBe(0n)
    await compareToday()
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('[R16] is reversed by the day file if the callback was lost, once', async () => {
    const payer = await newPayer(product)
    const before = await loanOf(payer)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const requestNo = await makeCardPayment(product, payer, aim)
    await bounce(requestNo)
    // Nothing is delivered before the comparison.
    await compareToday()
    expect((await loanOf(payer))?.loan.instalments).toEqual(before?.loan.instalments)
    await waitForBank(product)
    await compareToday()
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('[R16] a bounced debit whose overpayment went back is not reversed, and the day shows it', async () => {
    const payer = await newPayer(product)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const requestNo = await confirmCardPayment(product, payer, aim)
    await moveDays(product, 1)
    await waitForBank(product)
    await waitForBank(product, 60)
    const refund = await payer.client.api.repayment.refund({ refundNo: `${requestNo}-1` })
    expect(refund.state).toBe('returned')
    const wireNo = await bounce(requestNo)
    await sendCallback(product, 'transfer', { orderNo: wireNo, state: 'done' })
    await compareToday()
    const orderNo = `${await readOrderNo(product, requestNo)}-reversed`
    expect(await readDifferences(product.services.database, undefined)).toMatchObject([
      { orderNo, kind: 'reversal', finding: 'missing-with-us' },
    ])
  })

  it('[R16] makes the settlement certificate void, and the loan settled again gets a new one', async () => {
    const payer = await newPayer(product)
    const { client, loanNo } = payer
    const aim = { kind: 'earlyFull', loanNo } as const
    const requestNo = await makeCardPayment(product, payer, aim)
    const kind = 'settlement' as const
    const request = { requestNo: 'void-00000001', kind, loanNos: [loanNo] }
    const [first] = (await client.api.settlement.apply(request)).certificates
    const check = { checkCode: first?.checkCode ?? '' }
    expect((await client.api.settlement.verify(check)).certificate?.voidSince).toBeUndefined()
    const wireNo = await bounce(requestNo)
    await sendCallback(product, 'transfer', { orderNo: wireNo, state: 'done' })

    const since = await product.services.businessDate()
    expect((await client.api.settlement.verify(check)).certificate?.voidSince).toBe(since)
    expect((await download(product, first?.pdfUrl ?? '', client)).status).toBe(404)
    await expectRefusal(client.api.settlement.apply(request), { kind: 'certificate-void', since })
    const repeated = { ...request, requestNo: 'void-00000002' }
    await expectRefusal(client.api.settlement.apply(repeated), { kind: 'loan-not-settled' })

    await makeCardPayment(product, payer, aim)
    const [second] = (await client.api.settlement.apply(repeated)).certificates
    expect(second?.certificateNo).not.toBe(first?.certificateNo)
    expect((await download(product, second?.pdfUrl ?? '', client)).status).toBe(200)
    expect((await client.api.settlement.verify(check)).certificate?.voidSince).toBe(since)
    const { loans } = await client.api.settlement.settledLoans({ pageNo: 1 })
    expect(loans).toMatchObject([{ certificateNo: second?.certificateNo }])
  })
})
