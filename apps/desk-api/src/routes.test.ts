import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { openTestAccount } from './seed/test-people.ts'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { openLimit } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'

const product = startProductForFile()

async function books(phone: string) {
  const url = `/desk/api/ledger?${new URLSearchParams({ phone }).toString()}`
  const response = await product.app.inject({ method: 'GET', url })
  return { status: response.statusCode, answer: response.json<object>() }
}

describe('the books on the desk', () => {
  it('are empty for a phone that is not a customer’s, and looking creates none', async () => {
    const empty = { limit: null, loans: [], coupons: [], entries: [] }
    expect((await books('13911111111')).answer).toEqual(empty)
    expect((await books('13911111111')).answer).toEqual(empty)
  })

  it('show the limit, the loans and every posted entry', async () => {
    const [person] = testPeople.filter(({ key }) => key === 'password')
    if (!person) throw new Error('test person password: not found')
    const customer = await openTestAccount(product.services, person)
    const act = (requestNo: string) => ({ customer, requestNo, actor: 'test' })
    const limit = { amount: fen(20_000_00n), grade: 'A', lender: 'consumer-finance' } as const
    await openLimit(product.services, act('limit-1'), limit)
    const { loanNo } = await drawLoan(product.services, act('draw-1'), {
      amount: fen(5_000_00n),
      months: 12,
      method: 'equal-instalments',
      purpose: 'decoration',
    })

    const { answer } = await books(person.phone)
    expect(answer).toMatchObject({
      customerNo: customer,
      limit: { granted: '20000.00', used: '5000.00', available: '15000.00', state: 'open' },
      loans: [{ loanNo, amount: '5000.00', months: 12, owed: '5000.00', isSettled: false }],
      entries: [
        { loanNo, event: 'draw', debit: 'principal', credit: 'clearing', amount: '5000.00' },
      ],
    })
  })

  it('are refused without a phone number', async () => {
    expect((await books('')).status).toBe(422)
  })
})
