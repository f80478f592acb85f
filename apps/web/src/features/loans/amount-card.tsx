import { displayYuan, fen, yuan } from '@qingzhou/domain/money/money'
import { AmountField } from '@qingzhou/ui/amount-field'
import { Card } from '@qingzhou/ui/card'
import { QuickPicks } from '@qingzhou/ui/quick-picks'
import { Slider } from '@qingzhou/ui/slider'
import { amountOf, changeDraw, type DrawDraft } from './draw-draft.ts'
import type { Choices } from './queries.ts'

const PICKS = [3000_00n, 5000_00n, 10_000_00n].map(fen)

interface AmountCardProps {
  draft: DrawDraft
  choices: Choices
  error: string | undefined
}

/** The number is the page: typed, slid or picked, it is one amount. */
export function AmountCard({ draft, choices, error }: AmountCardProps) {
  const { amountMin, amountMax, step } = choices
  const amount = amountOf(draft) ?? amountMin
  const picks = PICKS.filter((pick) => pick >= amountMin && pick <= amountMax)

  return (
    <Card>
      <AmountField
        label="借款金额"
        value={draft.amount}
        onChange={(text) => changeDraw({ amount: text })}
        placeholder={yuan(amountMin)}
        note={`可借 ${displayYuan(amountMax)} 元，须为 ${displayYuan(step)} 元的整数倍`}
        error={error}
      />
      <Slider
        label="借款金额"
        value={Number(amount / 100n)}
        min={Number(amountMin / 100n)}
        max={Number(amountMax / 100n)}
        step={Number(step / 100n)}
        valueText={`${displayYuan(amount)} 元`}
        onChange={(whole) => changeDraw({ amount: yuan(fen(BigInt(whole) * 100n)) })}
      />
      {picks.length > 0 && (
        <QuickPicks
          label="常用金额"
          picks={picks.map((pick) => ({ value: yuan(pick), label: displayYuan(pick) }))}
          value={yuan(amount)}
          onPick={(text) => changeDraw({ amount: text })}
        />
      )}
    </Card>
  )
}
