import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { Card } from '#features/cards/index.ts'
import type { Order } from '#features/repayment/orders/order-store.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { beginningOf } from './automatic-no.ts'
import { debitAt, type LoanDebit } from './debit-later.ts'
import { isLastRound, timeOfRound } from './try-times.ts'

const toldOnDaysLate: readonly number[] = product.automaticDebit.toldOnDaysLate

type Failed = {
  readonly amount: Money
  readonly orders: readonly Order[]
  readonly cards: readonly Card[]
  /** None on the day something falls due. */
  readonly daysLate: number
}

/**
 * All cards have said no. On the due date the borrower hears of it once at first and once at last; what
 * is late is tried once a day, and told of less and less often.
 */
export async function endRound(
  services: Services,
  debit: LoanDebit,
  failed: Failed,
): Promise<void> {
  const { customer, round } = debit
  const { daysLate } = failed
  const isLast = daysLate > 0 || isLastRound(round)
  const isTold = daysLate > 0 ? toldOnDaysLate.includes(daysLate) : round === 1 || isLast
  await services.database.inTransaction(async (tx) => {
    if (isTold) {
      await enqueueSms(tx, services, {
        customer,
        kind: 'automatic-debit-failed',
        messageNo: `${beginningOf(debit)}failed`,
        text: wordsOf({ ...failed, isLast }),
      })
    }
    if (isLast) return
    const next = { ...debit, round: round + 1 }
    await debitAt(tx, services, next, timeOfRound(services, next))
  })
}

function wordsOf({ amount, orders, cards, isLast }: Failed & { readonly isLast: boolean }): string {
  const sum = `${displayYuan(amount)} 元`
  if (cards.length === 0) return `您有 ${sum}借款到期，但没有可扣款的银行卡，请在“还款”中还款。`
  const why = orders.at(-1)?.reason ?? '银行未受理'
  const tails = cards.map(({ lastFour }) => lastFour).join('、')
  const next = isLast
    ? '请尽快在“还款”中还款，以免产生罚息并影响信用。'
    : '请确保卡内余额充足，今日稍后会再次扣款；您也可以在“还款”中主动还款。'
  return `您尾号 ${tails} 的银行卡自动扣款 ${sum}未成功（${why}）。${next}`
}
