import type { BoundCard } from '@qingzhou/contract/cards'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { Pairs } from '@qingzhou/ui/pairs'
import { Screen } from '@qingzhou/ui/screen'
import type { ReactNode } from 'react'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { backOr } from '#platform/navigation.ts'

export interface CardOnFileProps {
  card: BoundCard
  top: ReactNode
  onGoOn: () => Promise<void>
  onAnother: () => void
}

/** The card that is bound already. */
export function CardOnFile({ card, top, onGoOn, onAnother }: CardOnFileProps) {
  return (
    <Screen
      title={routes.cards.bindCardForCredit.title}
      onBack={() => backOr(routes.identity.idCard)}
      trailing={<HelpButton />}
      top={top}
      footer={<Button onPress={onGoOn}>继续用这张卡</Button>}
    >
      <Card
        title={`${card.bankName}（${card.lastFour}）`}
        note="收款和还款都用这张卡"
        trailing={<Chip tone="fine">已添加</Chip>}
      >
        <Pairs
          pairs={[
            { label: '单笔限额', value: `${displayYuan(card.singleLimit)} 元` },
            { label: '单日限额', value: `${displayYuan(card.dayLimit)} 元` },
          ]}
        />
      </Card>
      <div className="row row-centre">
        <Button kind="text" onPress={onAnother}>
          换一张储蓄卡
        </Button>
      </div>
    </Screen>
  )
}
