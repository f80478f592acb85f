import type { BoundCard } from '@qingzhou/contract/cards'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { OptionList } from '@qingzhou/ui/option-list'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { Phrases } from '#shared/phrases.tsx'
import { Problem } from '#shared/problem.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { useSavePlanPart } from './use-save-plan-part.ts'

export interface ChooseCardProps {
  planNo: string
  cards: readonly BoundCard[]
  chosen: string | undefined
  onChoose: (cardId: string) => void
  onAnother: () => void
}

/** One of the cards that are bound; or on to another. */
export function ChooseCard({ planNo, cards, chosen, onChoose, onAnother }: ChooseCardProps) {
  const { save, problem } = useSavePlanPart()
  const [only] = cards.length === 1 ? cards : []
  const card = cards.find(({ cardId }) => cardId === chosen) ?? only

  return (
    <Screen
      title={routes.restructure.planCard.title}
      onBack={() => backOr(routes.restructure.planContacts)}
      top={<PlanProgress at="card" />}
      footer={
        <Button
          onPress={async () => card && save({ part: 'card', planNo, cardId: card.cardId })}
          busyLabel="正在保存"
          {...(!card && { unavailable: '请选择还款卡' })}
        >
          用这张卡还款，下一步
        </Button>
      }
    >
      <Card title="从哪张卡还款" note="每期到期日自动扣款，须为本人的储蓄卡">
        <OptionList
          legend="还款卡"
          hideLegend
          options={cards.map(({ cardId, bankName, lastFour, singleLimit, dayLimit }) => ({
            value: cardId,
            label: `${bankName}（${lastFour}）`,
            note: (
              <Phrases
                of={`单笔 ${displayYuan(singleLimit)} 元，单日 ${displayYuan(dayLimit)} 元`}
              />
            ),
          }))}
          value={card?.cardId}
          onChange={onChoose}
        />
        <Button kind="quiet" onPress={onAnother}>
          添加储蓄卡
        </Button>
      </Card>
      <Problem of={problem} />
    </Screen>
  )
}
