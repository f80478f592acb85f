import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { mallProductNo } from '@qingzhou/domain/product'
import { consolidateLoans, readLoans, reverseLoan, convertLoanBill } from '@qingzhou/lending/index'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { readSignature } from '@qingzhou/platform/documents/signing/testing/read-signature'
import { textOfPdf, withoutSpace } from '@qingzhou/platform/documents/testing/read-pdf'
import { startProductForFile } from '#testing/product.ts'
import {
  actOf,
  download,
  drawLoan,
  newBorrower,
  newRequestNo,
  payOffLoan,
  settledLoan,
  type TestBorrower,
} from './testing/settled-borrower.ts'

const product = startProductForFile()

const settledNos = async ({ client }: TestBorrower) => {
  const { loans } = await client.api.settlement.settledLoans({ pageNo: 1 })
  return loans.map(({ loan }) => loan.loanNo)
}
const apply = async ({ client }: TestBorrower, ...loanNos: string[]) =>
  client.api.settlement.apply({ requestNo: newRequestNo(), kind: 'settlement', loanNos })
const state = async ({ client }: TestBorrower) =>
  client.api.settlement.apply({ requestNo: newRequestNo(), kind: 'statement' })

describe('settlement certificates', { timeout: 60_000 }, () => {
  it('[7.129] are available for every loan paid in full, and for no other', async () => {
    const borrower = await newBorrower(product)
    const loanNo = await settledLoan(product, borrower)
    const open = await drawLoan(product, borrower)
    const answer = await borrower.client.api.settlement.settledLoans({ pageNo: 1 })
    expect(answer.loans).toMatchObject([
      { loan: { loanNo, state: 'settled' }, settledOn: await product.services.businessDate() },
    ])
    expect(answer.accounts).toEqual({
      openCount: 1,
      openPrincipal: 1_200_00n,
      overdueCount: 0,
      settledCount: 1,
    })
    await expectRefusal(apply(borrower, open), { kind: 'loan-not-settled' })
    await expectRefusal(apply(borrower, loanNo, open), { kind: 'loan-not-settled' })
    const rows = await product.services.database.query(
      'SELECT FROM certificates WHERE customer_no = $1',
      [borrower.customer],
    )
    expect(rows).toEqual([])
  })

  it('are refused for another customer’s loan, an unknown loan and an invalid list', async () => {
    const loanNo = await settledLoan(product, await newBorrower(product))
    const other = await newBorrower(product)
    await expectRefusal(apply(other, loanNo), { kind: 'loan-unknown' })
    await expectRefusal(apply(other, '17000000000000000000'), { kind: 'loan-unknown' })
    const none = { requestNo: newRequestNo(), kind: 'settlement' }
    expect((await other.client.send(calls.settlement.apply, none)).message).toContain('请选择')
    for (const loanNos of [[], ['../x'], Array.from({ length: 21 }, () => loanNo)]) {
      const { code } = await other.client.send(calls.settlement.apply, { ...none, loanNos })
      expect(code).toBe('COMVAL0001')
    }
  })

  it('are available for a converted or consolidated loan only once the new loan is paid', async () => {
    const borrower = await newBorrower(product)
    const { services } = product
    const spread = await drawLoan(product, borrower)
    const late = await drawLoan(product, borrower)
    const { loanNo: second } = await convertLoanBill(services, actOf(borrower), {
      loanNo: spread,
      months: 6,
    })
    await payOffLoan(product, borrower, spread)
    expect(await settledNos(borrower)).toEqual([])
    await payOffLoan(product, borrower, second)
    expect((await settledNos(borrower)).toSorted()).toEqual([spread, second].toSorted())

    await skipDays(services, 70)
    const { loanNo: plan } = await consolidateLoans(services, actOf(borrower), {
      loanNos: [late],
      months: 12,
      cardId: borrower.cardId,
    })
    expect(await settledNos(borrower)).not.toContain(late)
    await expectRefusal(apply(borrower, late), { kind: 'loan-not-settled' })
    await payOffLoan(product, borrower, plan)
    const { certificates } = await apply(borrower, late, plan)
    const { pdf } = await download(product, certificates[0]?.pdfUrl ?? '', borrower.client)
    expect((await textOfPdf(pdf)).join('')).toContain(`转入分期借据${plan}，该分期借据也已结清`)
  })
})

it('a reversed loan is not certified as settled', async () => {
  const borrower = await newBorrower(product)
  const loanNo = await drawLoan(product, borrower, {
    product: mallProductNo,
    purpose: 'shopping',
  })
  await payOffLoan(product, borrower, loanNo)
  expect(await settledNos(borrower)).toEqual([loanNo])
  await reverseLoan(product.services, actOf(borrower), { loanNo })
  expect(await settledNos(borrower)).toEqual([])
  await expectRefusal(apply(borrower, loanNo), { kind: 'loan-not-settled' })
})

describe('a certificate', { timeout: 60_000 }, () => {
  it('[7.130] names borrower and loan, is signed, and is always the same file', async () => {
    const borrower = await newBorrower(product)
    const loanNo = await settledLoan(product, borrower)
    const { certificates } = await apply(borrower, loanNo)
    const [issued] = certificates
    expect(issued).toMatchObject({ kind: 'settlement', loanNo })
    const { status, pdf } = await download(product, issued?.pdfUrl ?? '', borrower.client)
    expect(status).toBe(200)
    expect(readSignature(pdf)).toMatchObject({ isValid: true, isOverAll: true })
    const text = (await textOfPdf(pdf)).join('')
    const words = ['结清证明', '沈青禾', loanNo, '1,200.00 元', '提前结清', issued?.checkCode ?? '']
    for (const one of words) expect(text).toContain(withoutSpace(one))

    const again = (await apply(borrower, loanNo)).certificates[0]
    expect(again).toEqual({ ...issued, pdfUrl: again?.pdfUrl })
    const second = await download(product, again?.pdfUrl ?? '', borrower.client)
    expect(second.pdf.equals(pdf)).toBe(true)
    const { loans } = await borrower.client.api.settlement.settledLoans({ pageNo: 1 })
    expect(loans[0]?.certificateNo).toBe(issued?.certificateNo)
  })

  it('is issued once per loan for concurrent requests', async () => {
    const borrower = await newBorrower(product)
    const loanNos = [await settledLoan(product, borrower), await settledLoan(product, borrower)]
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(borrower, ...loanNos)))
    const numbers = answers.map(({ certificates }) =>
      certificates.map(({ certificateNo, checkCode }) => [certificateNo, checkCode]),
    )
    for (const one of numbers) expect(one).toEqual(numbers[0])
    const held = await product.services.database.query(
      `SELECT FROM files WHERE customer_no = $1 AND unreferenced_since IS NULL`,
      [borrower.customer],
    )
    expect(held).toHaveLength(2)
  })

  it('has a link that works once and only for its owner', async () => {
    const borrower = await newBorrower(product)
    const { certificates } = await apply(borrower, await settledLoan(product, borrower))
    const url = certificates[0]?.pdfUrl ?? ''
    const stranger = await newBorrower(product)
    expect((await download(product, url)).status).toBe(404)
    expect((await download(product, url, stranger.client)).status).toBe(404)
    expect((await download(product, url, borrower.client)).status).toBe(200)
    expect((await download(product, url, borrower.client)).status).toBe(404)
  })

  it('is returned again for the same request number, which is refused for another request', async () => {
    const borrower = await newBorrower(product)
    const loanNo = await settledLoan(product, borrower)
    const { settlement } = borrower.client.api
    const request = { requestNo: newRequestNo(), kind: 'settlement' as const, loanNos: [loanNo] }
    const answers = await Promise.all([1, 2, 3].map(() => settlement.apply(request)))
    const numbers = answers.map(({ certificates }) => certificates[0]?.certificateNo)
    expect(new Set(numbers).size).toBe(1)
    const other = { requestNo: request.requestNo, kind: 'statement' as const }
    await expectRefusal(settlement.apply(other), { kind: 'number-taken' })
  })

  it('leaves no plain text in the database', async () => {
    const borrower = await newBorrower(product)
    const { certificates } = await apply(borrower, await settledLoan(product, borrower))
    const code = (certificates[0]?.checkCode ?? '').replaceAll('-', '')
    const rows = await product.services.database.query<{ stored: string }>(
      `SELECT certificates::text AS stored FROM certificates
       UNION ALL SELECT certificate_codes::text FROM certificate_codes`,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { stored } of rows) {
      for (const secret of [code, '沈青禾', '**禾']) {
        expect(stored).not.toContain(secret)
        expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
      }
    }
  })
})

describe('a statement of all accounts', { timeout: 60_000 }, () => {
  it('is issued once a day until something changes', async () => {
    const borrower = await newBorrower(product)
    const loanNo = await drawLoan(product, borrower)
    const first = (await state(borrower)).certificates[0]
    const { pdf } = await download(product, first?.pdfUrl ?? '', borrower.client)
    const text = (await textOfPdf(pdf)).join('')
    for (const words of ['信贷账户证明', '沈青禾', loanNo, '1笔，剩余本金1,200.00元']) {
      expect(text).toContain(words)
    }
    expect((await state(borrower)).certificates[0]?.certificateNo).toBe(first?.certificateNo)

    await payOffLoan(product, borrower, loanNo)
    const after = (await state(borrower)).certificates[0]
    expect(after?.certificateNo).not.toBe(first?.certificateNo)
    await skipDays(product.services, 1)
    const nextDay = (await state(borrower)).certificates[0]
    expect(nextDay?.certificateNo).not.toBe(after?.certificateNo)
  })

  it('marks overdue loans and has room for any number of loans', async () => {
    const borrower = await newBorrower(product)
    for (let count = 0; count < 25; count += 1) await drawLoan(product, borrower)
    await skipDays(product.services, 40)
    const { certificates } = await state(borrower)
    const { pdf } = await download(product, certificates[0]?.pdfUrl ?? '', borrower.client)
    const pages = await textOfPdf(pdf)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join('')).toContain('逾期')
    expect(readSignature(pdf)).toMatchObject({ isValid: true, isOverAll: true })
    const { accounts } = await borrower.client.api.settlement.settledLoans({ pageNo: 1 })
    expect(accounts).toMatchObject({ openCount: 25, overdueCount: 25 })
    expect(await readLoans(product.services.database, borrower.customer)).toHaveLength(25)
  })
})

describe('public certificate verification', { timeout: 60_000 }, () => {
  it('returns the certificate by its code, with the holder masked', async () => {
    const borrower = await newBorrower(product)
    const loanNo = await settledLoan(product, borrower)
    const { certificates } = await apply(borrower, loanNo)
    const [issued] = certificates
    const { pdf } = await download(product, issued?.pdfUrl ?? '', borrower.client)
    const digest = createHash('sha256').update(pdf).digest('hex')
    const typed = issued?.checkCode ?? ''
    const anybody = product.client().api.settlement
    for (const checkCode of [typed, typed.replaceAll('-', ' ').toLowerCase()]) {
      const { certificate } = await anybody.verify({ checkCode })
      expect(certificate).toMatchObject({
        kind: 'settlement',
        certificateNo: issued?.certificateNo,
        loanNo,
        amount: 1_200_00n,
        digest,
      })
      expect(certificate?.holder).toMatch(/^\*\*禾（证件尾号 [\dX]{4}）$/)
    }
  })

  it('returns nothing for an unknown code, and refuses malformed input', async () => {
    const client = product.client()
    expect(await client.api.settlement.verify({ checkCode: 'AAAA-BBBB-CCCC-DDDD' })).toEqual({})
    expect(await client.api.settlement.verify({ checkCode: '-'.repeat(32) })).toEqual({})
    for (const checkCode of [
      '',
      'short',
      `${'A'.repeat(16)}'; --`,
      'Ａ'.repeat(16),
      7,
      null,
      ['A'],
    ]) {
      const { code } = await client.send(calls.settlement.verify, { checkCode })
      expect(code).toBe('COMVAL0001')
    }
  })

  it('is limited to thirty requests in ten minutes per network', async () => {
    const { verify } = product.client('203.0.113.7').api.settlement
    const ask = async () => verify({ checkCode: 'AAAA-BBBB-CCCC-DDDD' })
    for (let count = 0; count < 30; count += 1) await ask()
    await expect(ask()).rejects.toThrow(/操作太频繁/)
    const elsewhere = product.client('203.0.113.8').api.settlement
    expect(await elsewhere.verify({ checkCode: 'AAAA-BBBB-CCCC-DDDD' })).toEqual({})
  })
})
