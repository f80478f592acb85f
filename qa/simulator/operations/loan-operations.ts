import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { fen } from '@qingzhou/domain/money/money'
import { passVerifications } from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import type { Borrower, World } from '#simulator/world.ts'
import { newNumber } from '#simulator/chance.ts'

type ToConfirm = World['calls']['agreements']['toConfirm']

/** The agreements of a draw, as the app shows and confirms them. */
export async function agreedTexts(
  { agreements }: World['calls'],
  caller: Borrower['caller'],
  of: Pick<Parameters<ToConfirm>[0], 'prodSubNo' | 'draw'>,
): Promise<{ code: string; version: string }[]> {
  const input = { ...of, channelCode: '000000000004', hasFund: false } as const
  const texts = await Promise.all(
    (['0301', '0302'] as const).map((eventType) =>
      agreements.toConfirm({ ...input, eventType }, caller),
    ),
  )
  return texts.flatMap((text) => text.agreements.map(({ code, version }) => ({ code, version })))
}

/** Borrower operations on loans: draw and repay. */
export const loanOperations = {
  async borrow({ services, calls, chance }: World, borrower: Borrower): Promise<void> {
    const { caller, cardId } = borrower
    const months = chance.pick([3, 6, 9, 12, 24])
    const plain = {
      amount: fen(BigInt(5 + chance.below(60)) * 100_00n),
      months,
      method: chance.pick(
        months > 12
          ? (['equal-instalments', 'equal-principal'] as const)
          : (['equal-instalments', 'equal-principal', 'interest-first'] as const),
      ),
    }
    const { usable } = await calls.loans.coupons(plain, caller)
    const couponNo = chance.happens(0.8) ? usable[0]?.couponNo : undefined
    const terms = { ...plain, ...(couponNo !== undefined && { couponNo }) }
    const quote = await calls.loans.quote(terms, caller)
    const draw = { ...terms, cardId, purposeCode: 'daily' }
    const { drawNo } = await calls.loans.apply(
      {
        ...draw,
        requestNo: newNumber('request'),
        quoteId: quote.quoteId,
        costSheetDigest: quote.costSheet.digest,
        agreed: await agreedTexts(calls, caller, { prodSubNo: '103001', draw }),
      },
      caller,
    )
    // Some borrowers stop here: the unverified draw then expires.
    if (chance.happens(0.1)) return
    await passVerifications(services, borrower, drawNo)
    await calls.loans.execute({ drawNo }, caller)
  },

  async payDue(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { loans, today } = await world.calls.repayment.allDue({}, borrower.caller)
    const picks = loans.flatMap(({ instalments }) =>
      instalments.filter(({ dueDate }) => dueDate <= today).map(({ loanNo, n }) => ({ loanNo, n })),
    )
    if (picks.length === 0) return 'nothing'
    await pay(world, borrower, { kind: 'due', picks: picks.slice(0, 60) })
  },

  /** Pays the next instalment of a loan before its due date. */
  async payAhead(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const { loans, today } = await world.calls.repayment.allDue({}, borrower.caller)
    const ahead = loans.flatMap(({ instalments }) =>
      instalments
        .slice(0, 1)
        .filter(({ dueDate, payableFrom }) => dueDate > today && payableFrom <= today),
    )
    if (ahead.length === 0) return 'nothing'
    const { loanNo, n } = world.chance.pick(ahead)
    await pay(world, borrower, { kind: 'due', picks: [{ loanNo, n }] })
  },

  async payInFull(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const loanNo = await pickLoan(world, borrower)
    if (loanNo === undefined) return 'nothing'
    await pay(world, borrower, { kind: 'earlyFull', loanNo })
  },

  async payInPart(world: World, borrower: Borrower): Promise<'nothing' | void> {
    const loanNo = await pickLoan(world, borrower)
    if (loanNo === undefined) return 'nothing'
    const amount = fen(BigInt(1 + world.chance.below(20)) * 100_00n)
    const keep = world.chance.pick(['term', 'instalment'] as const)
    await pay(world, borrower, { kind: 'earlyPart', loanNo, amount, keep })
  },
}

async function pickLoan({ calls, chance }: World, { caller }: Borrower) {
  const { loans } = await calls.repayment.overview({}, caller)
  return loans.length > 0 ? chance.pick(loans).loanNo : undefined
}

/**
 * Repays from the quote to the order at the bank or payment app; background tasks settle the order.
 */
async function pay(world: World, borrower: Borrower, aim: RepaymentAim): Promise<void> {
  const { calls } = world
  const { caller } = borrower
  const { quoteId } = await calls.repayment.quote({ aim }, caller)
  await payBy(world, borrower, (deps) => calls.repayment.place({ ...deps, aim, quoteId }, caller))
}

/** The payment method and the repayment number. */
type Paying = {
  readonly requestNo: string
  readonly payBy: 'card' | 'wallet' | 'messenger'
  readonly cardId?: string
}

/** Places an order with `place` and pays it by card or payment app. */
export async function payBy(
  world: World,
  borrower: Borrower,
  place: (paying: Paying) => Promise<unknown>,
): Promise<void> {
  const { services, calls, chance, outside } = world
  const { caller, cardId, customer } = borrower
  const requestNo = newNumber('repay')
  const by = chance.pick(outside.payMethods)
  const paying = { requestNo, payBy: by, ...(by === 'card' && { cardId }) }
  // Two concurrent requests, like a retry on a slow network.
  await Promise.all([1, 2].map(() => place(paying)))
  if (by === 'card') {
    const { session } = caller
    await savePassedCheck(services.database, services, { session, purpose: 'payment' })
    await calls.repayment.confirm({ requestNo }, caller)
    return
  }
  await calls.repayment.createWalletOrder({ requestNo }, caller)
  if (chance.happens(0.2)) return
  const [row] = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM payment_orders WHERE customer_no = $1 AND request_no = $2',
    [customer, requestNo],
  )
  await outside.decide(row?.order_no ?? '', chance.happens(0.85) ? 'done' : 'declined')
}
