import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Pairs } from '@qingzhou/ui/pairs'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import type { Delayed } from './delay-queries.ts'
import { to } from './to.ts'

/** It is done: until when, and what is to be paid then. */
export function DelayDone({ delayed }: { delayed: Delayed }) {
  const { newDueDate, newAmount, cost } = delayed
  return (
    <Screen
      title={routes.repayment.delay.title}
      onBack={async () => go(routes.repayment.channelAllBills, { replace: true })}
    >
      <Result
        drawing={<GrantedDrawing />}
        title="延期成功"
        sentence={`还款日改为 ${dayInWords(newDueDate)}，已短信通知您`}
        actions={<ButtonLink href={to.channelAllBills}>查看账单</ButtonLink>}
      >
        <Card>
          <Pairs
            pairs={[
              { label: '新的还款日', value: newDueDate },
              { label: '到期应还', value: `${displayYuan(newAmount)} 元` },
              { label: '其中本次延期利息', value: `${displayYuan(cost)} 元` },
            ]}
          />
        </Card>
      </Result>
    </Screen>
  )
}
