import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, OptionList } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { BindCard } from '#shared/bind-card/bind-card.tsx'
import { isLastinglyRefused, refusedDebitText } from '#shared/payments/refused-debit.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { Phrases } from '#shared/pages/phrases.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { PlanProgress } from './plan-steps.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { PlanStepGate } from './plan-step-gate.tsx'
import { useSavePlanPart } from './use-sign-plan.ts'

const { planCard, planContacts } = routes.restructure

const goBack = () => backOr(planContacts)

const progress = <PlanProgress at="card" />

/** The debit card of the plan: a bound one, or a new one. */
export default function PlanCardScreen() {
  return (
    <PlanStepGate at="card" title={planCard.title}>
      {(plan) => <PlanCard plan={plan} />}
    </PlanStepGate>
  )
}

function PlanCard({ plan }: { plan: OpenPlan }) {
  const client = useQueryClient()
  const bound = useQuery({ ...boundCardsQuery(), refetchOnMount: 'always' })
  const [chosen, setChosen] = useEntryState('card', plan.cardId)
  const [wantsAnother, setWantsAnother] = useEntryState<boolean>('wantsAnother', false)
  const hasCards = bound.data !== undefined && bound.data.length > 0

  if (bound.data && (wantsAnother || !hasCards)) {
    return (
      <BindCard
        title={planCard.title}
        draft="bind-card-for-plan"
        top={progress}
        purpose="分期每月从这张卡自动扣款。添加时不会扣款，以后可更换。"
        onBack={hasCards ? () => setWantsAnother(false) : goBack}
        onBound={({ cardId }) => {
          void client.invalidateQueries({ queryKey: boundCardsQuery().queryKey })
          setChosen(cardId)
          setWantsAnother(false)
        }}
      />
    )
  }
  if (bound.data) {
    return (
      <ChooseCard
        planNo={plan.planNo}
        cards={bound.data}
        chosen={chosen}
        onChoose={setChosen}
        onAnother={() => setWantsAnother(true)}
      />
    )
  }
  return (
    <Screen title={planCard.title} onBack={goBack} top={progress}>
      <QueryState query={bound} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface ChooseCardProps {
  planNo: string
  cards: readonly BoundCard[]
  chosen: string | undefined
  onChoose: (cardId: string) => void
  onAnother: () => void
}

/** A bound card, or a link to bind another. */
function ChooseCard({ planNo, cards, chosen, onChoose, onAnother }: ChooseCardProps) {
  const { save, problem } = useSavePlanPart()
  const usable = cards.filter((one) => !isLastinglyRefused(one))
  const [only] = usable.length === 1 ? usable : []
  const card = usable.find(({ cardId }) => cardId === chosen) ?? only
  const missing = usable.length === 0 ? '请添加另一张储蓄卡' : '请选择还款卡'

  return (
    <Screen
      title={routes.restructure.planCard.title}
      onBack={() => backOr(routes.restructure.planContacts)}
      top={<PlanProgress at="card" />}
      footer={
        <Button
          onPress={async () => card && save({ part: 'card', planNo, cardId: card.cardId })}
          busyLabel="正在保存"
          {...(!card && { unavailable: { reason: missing, field: '还款卡' } })}
        >
          用这张卡还款，下一步
        </Button>
      }
    >
      <Card title="选择还款卡" note="每期到期日自动扣款，须为本人的储蓄卡">
        <OptionList
          legend="还款卡"
          hideLegend
          options={cards.map((one) => ({
            value: one.cardId,
            label: `${one.bankName}（${one.lastFour}）`,
            note: <CardNote card={one} />,
            ...(isLastinglyRefused(one) && { unavailable: refusedDebitText(one) }),
          }))}
          value={card?.cardId}
          onChange={onChoose}
        />
        <Button kind="quiet" onPress={onAnother}>
          添加储蓄卡
        </Button>
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

/** The limits of a card, and why its last debit was declined. */
function CardNote({ card }: { card: BoundCard }) {
  const { singleLimit, dayLimit } = card
  const limits = `单笔 ${displayYuan(singleLimit)} 元，单日 ${displayYuan(dayLimit)} 元`
  return <Phrases of={refusedDebitText(card) ?? limits} />
}
