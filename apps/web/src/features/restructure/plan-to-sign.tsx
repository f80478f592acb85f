import { useQuery } from '@tanstack/react-query'
import type { OpenPlan, PlanQuote } from '@qingzhou/contract/restructure'
import { mask } from '@qingzhou/domain/people/masking'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Pairs } from '@qingzhou/ui/pairs'
import { boundCardsQuery } from '#shared/cards-queries.ts'
import { chosenIn } from './loan-bill.ts'
import { OwedCard } from './owed-card.tsx'
import { PlanFigures } from './plan-figures.tsx'
import type { PlanBills } from './queries.ts'
import { to } from './to.ts'

export interface PlanToSignProps {
  plan: OpenPlan
  bills: PlanBills
  quote: PlanQuote
}

/** Everything that is about to be signed, each part with the way to change it. */
export function PlanToSign({ plan, bills, quote }: PlanToSignProps) {
  const cards = useQuery(boundCardsQuery())
  const card = cards.data?.find(({ cardId }) => cardId === plan.cardId)
  return (
    <>
      <OwedCard bills={chosenIn(bills, plan.loanNos)} />
      <Card
        title={`分 ${quote.months} 期还`}
        trailing={
          <ButtonLink href={to.choosePlan} kind="text" fit>
            改期数
          </ButtonLink>
        }
      >
        <PlanFigures quote={quote} />
      </Card>
      <Card title="还款和联系">
        <Pairs
          pairs={[
            ...(card ? [{ label: '还款卡', value: `${card.bankName}（${card.lastFour}）` }] : []),
            ...(plan.contacts ?? []).map(({ name, mobile }, index) => ({
              label: `联系人 ${index + 1}`,
              value: `${name} ${mask(mobile)}`,
            })),
          ]}
        />
      </Card>
    </>
  )
}
