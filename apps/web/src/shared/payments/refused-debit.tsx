import type { BoundCard } from '@qingzhou/contract/features/cards'
import { debitRefusals } from '@qingzhou/domain/cards/debit-refusal'
import { Banner } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'

/** A bill whose debit the bank declined: why, and what to do. */
export function RefusedDebitBanner({ card }: { card: BoundCard | undefined }) {
  const text = card && refusedDebitText(card)
  if (card === undefined || text === undefined) return null
  return (
    <Banner
      tone="overdue"
      action={<a href={`#${addressOf(routes.cards.myCards)}`}>查看我的银行卡</a>}
    >
      {card.bankName}（{card.lastFour}）{text}
    </Banner>
  )
}

/** When and why the last debit of a card was declined, and what to do; undefined if it was paid. */
export function refusedDebitText({ refusedDebit }: BoundCard): string | undefined {
  if (!refusedDebit) return undefined
  const { reason, advice } = debitRefusals[refusedDebit.kind]
  return `${formatDay(refusedDebit.on)}扣款未成功：${reason}。${advice}。`
}

/** Whether the next debit of a card would be declined too, until its holder or bank has acted. */
export function isLastinglyRefused({ refusedDebit }: BoundCard): boolean {
  return refusedDebit !== undefined && debitRefusals[refusedDebit.kind].isLasting
}
