import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { getPerson } from '#features/identity/index.ts'
import { readLoans } from '@qingzhou/lending/index'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import {
  executeDraw,
  newBorrower,
  readyToApply,
  waitForBank,
  type TestBorrower,
} from './testing/borrower.ts'

const product = startProductForFile()
let operator: TestStaff
beforeAll(async () => {
  operator = await newStaff(product, ['operator'])
})

/** Matches by ID number only; the other fields of the roster entry are not compared. */
async function listLoans({ customer }: TestBorrower): Promise<string> {
  const { database } = product.services
  const { idNumber } = await getPerson(database, product.services, customer)
  const { nameNo } = await operator.client.api.staff.addName({
    name: '周望舒',
    idNumber: idNumber.toLowerCase(),
    mobile: '13900000000',
    employer: '云泽纺织厂',
  })
  return nameNo
}

const productsOf = async ({ customer }: TestBorrower) => {
  const loans = await readLoans(product.services.database, customer)
  return loans.map((loan) => loan.product)
}

const requiredVerifications = ({ client }: TestBorrower) => client.api.evidence.list({})

async function contractShown(borrower: TestBorrower): Promise<string> {
  const { client } = borrower
  const { amount, months, method } = await readyToApply(borrower)
  const { agreements } = await client.api.agreements.toConfirm({
    prodSubNo: '103001',
    channelCode: '000000000004',
    hasFund: false,
    eventType: '0301',
    draw: { amount, months, method },
  })
  return JSON.stringify(agreements)
}

describe('a draw of a customer on the employee roster', () => {
  it('[9.009] is an employee loan from quote to booking, and requires loan-use evidence within 30 days', async () => {
    const borrower = await newBorrower(product)
    await listLoans(borrower)
    expect(await contractShown(borrower)).toMatch(/员工贷.*30 日内提交借款用途凭证/)
    await executeDraw(product, borrower)
    expect((await requiredVerifications(borrower)).evidenceList).toEqual([])
    await waitForBank(product)

    expect(await productsOf(borrower)).toEqual(['101001'])
    const [loan] = await readLoans(product.services.database, borrower.customer)
    const { evidenceList } = await requiredVerifications(borrower)
    const dueOn = loan && addDays(loan.loan.start, 30)
    expect(evidenceList).toMatchObject([
      { subject: 'loanUse', state: 'toUpload', loanNo: loan?.loanNo, dueOn },
    ])
    const [told] = await messagesTo(product, borrower.phone)
    expect(told?.text).toContain(`请在 ${dueOn}（含当日）前上传借款用途凭证`)
  })

  it('remains an employee loan after removal from the roster; the next draw is not one', async () => {
    const borrower = await newBorrower(product)
    const nameNo = await listLoans(borrower)
    await executeDraw(product, borrower)
    await operator.client.api.staff.removeName({ nameNo })
    await waitForBank(product)
    expect(await productsOf(borrower)).toEqual(['101001'])
    expect((await requiredVerifications(borrower)).evidenceList).toHaveLength(1)

    await executeDraw(product, borrower)
    await waitForBank(product)
    expect((await productsOf(borrower)).toSorted()).toEqual(['101001', '103001'])
    expect((await requiredVerifications(borrower)).evidenceList).toHaveLength(1)
  })

  it('must be quoted again if the customer was added to the roster after the quote', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    await listLoans(borrower)
    await expect(borrower.client.api.loans.apply(request)).rejects.toThrow('已为您重新试算')
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    expect(drawNo).toBeDefined()
  })
})

it('[9.010] a draw of any other customer is an ordinary loan without evidence', async () => {
  const borrower = await newBorrower(product)
  expect(await contractShown(borrower)).not.toContain('用途凭证')
  await executeDraw(product, borrower)
  await waitForBank(product)
  expect(await productsOf(borrower)).toEqual(['103001'])
  expect((await requiredVerifications(borrower)).evidenceList).toEqual([])
})
