import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { actAlone, propose } from '#features/proposals/index.ts'
import {
  readClearingBalance,
  disburseLoan,
  dueOf,
  moveTo,
  newPayer,
  makeCardPayment,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { expectRefusal, readPayerLoan, reason, twoPeople } from './testing/two-people.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
let staff: Awaited<ReturnType<typeof twoPeople>>
beforeAll(async () => {
  staff = await twoPeople(product)
})

async function newestMessage({ phone }: Pick<Payer, 'phone'>): Promise<string> {
  await product.runTasks()
  return (await messagesTo(product, phone))[0]?.text ?? ''
}

describe('a charge', { timeout: 60_000 }, () => {
  it('[W5] is waived by two people: bill, books and message', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo, client } = payer
    const { loan } = await readPayerLoan(product, payer)
    const day = addDays(loan.instalments[0]?.dueDate ?? loan.start, 10)
    await moveTo(product, day)
    const due = dueOn(day, loan)
    const waiver = { customer, loanNo, part: 'penalty', amount: fen(1_00n) }
    expect((await staff.together('waive-amount', waiver)).result).toBe('part=penalty waived=100')

    expect(dueOn(day, (await readPayerLoan(product, payer)).loan)).toBe(due - 1_00n)
    const { instalments } = await client.api.repayment.plan({ loanNo })
    expect(instalments[0]).toMatchObject({ waived: { penalty: 1_00n, interest: 0n } })
    expect(await newestMessage(payer)).toContain('已减免罚息 1.00 元，目前应还')
    const [waived] = await product.services.database.query<{ amount: bigint }>(
      `SELECT sum(amount_fen)::bigint AS amount FROM ledger_entries
        WHERE customer_no = $1 AND debit_account = 'waived' AND credit_account = 'penalty'`,
      [customer],
    )
    expect(waived?.amount).toBe(100n)
    await expectRefusal(
      propose(staff.deps, staff.agent, {
        kind: 'waive-amount',
        parameters: { ...waiver, part: 'fee' },
        reason,
      }),
      { kind: 'nothing-due' },
    )
    // The message is not for the family of a customer who has died.
    await actAlone(staff.deps, staff.agent, {
      kind: 'block-customer',
      parameters: { customer, reason: 'death' },
      reason,
    })
    await staff.together('waive-amount', { ...waiver, amount: fen(50n) })
    expect(await newestMessage(payer)).toContain('已减免罚息 1.00 元')
  })
})

describe('a payment booked on the wrong loan', { timeout: 90_000 }, () => {
  it('[R16, R17] is moved to the right one as of its day, also to another customer', async () => {
    const [payer, other] = [await newPayer(product), await newPayer(product)]
    const { customer, loanNo } = payer
    const before = await readPayerLoan(product, payer)
    const firstDue = before.loan.instalments[0]?.dueDate ?? before.loan.start
    const amount = dueOn(firstDue, before.loan)
    await moveTo(product, addDays(firstDue, 10))
    const late = await readPayerLoan(product, payer)
    const transfer = { customer, loanNo, amount, receivedOn: firstDue, reference: 'ICBC-WRONG-1' }
    const paymentNo = paymentIn((await staff.together('book-payment', transfer)).result)
    expect(await newestMessage(payer)).toContain('您的转账还款')
    const move = { customer, paymentNo, toLoan: other.loanNo }
    const { state, result } = await staff.together('move-payment', move)
    expect(state).toBe('done')

    expect((await readPayerLoan(product, payer)).loan.instalments).toEqual(late.loan.instalments)
    const { loan: right } = await readPayerLoan(product, other)
    expect(dueOn(addDays(firstDue, 10), right)).toBe(0n)
    expect(right.instalments[0]).toMatchObject({ due: { penalty: 0n } })
    expect(await readClearingBalance(product)).toBe(0n)
    expect(await newestMessage(payer)).toContain('属于误记，现已更正')
    expect(await newestMessage(other)).toContain('您的转账还款')
    const { payment } = await payer.client.api.repayment.payment({ paymentNo })
    expect(payment).toMatchObject({ isTransfer: true, wasBookedWrongly: true })
    await expectRefusal(
      propose(staff.deps, staff.agent, { kind: 'move-payment', parameters: move, reason }),
      {
        kind: 'payment-not-reversible',
        reason: 'reversed',
      },
    )

    // And back: it is the same payment under a new number.
    const back = { customer: other.customer, paymentNo: paymentIn(result), toLoan: loanNo }
    await staff.together('move-payment', back)
    expect(dueOn(addDays(firstDue, 10), (await readPayerLoan(product, payer)).loan)).toBe(0n)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('stays where it is if the customer ordered it for that loan', async () => {
    const payer = await newPayer(product)
    const { customer } = payer
    const toLoan = await disburseLoan(product, payer)
    const paymentNo = `${await makeCardPayment(product, payer, dueOf(payer, 1))}-1`
    const parameters = { customer, paymentNo, toLoan }
    await expectRefusal(
      propose(staff.deps, staff.agent, { kind: 'move-payment', parameters, reason }),
      {
        kind: 'payment-not-movable',
        reason: 'ordered',
      },
    )
  })
})

const paymentIn = (result: string) => /payment=(\S+)/.exec(result)?.[1] ?? ''
