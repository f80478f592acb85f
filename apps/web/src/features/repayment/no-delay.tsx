import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing, WaitingDrawing } from '@qingzhou/ui/illustrations'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { CallUs } from '#shared/call-us.tsx'
import type { DelayOffers } from './delay-queries.ts'
import { to } from './to.ts'

/** Why nothing can be delayed now, loan by loan, and what else can be done. */
export function NoDelay({ loans }: { loans: DelayOffers['loans'] }) {
  if (loans.length === 0) {
    return (
      <Empty title="没有可以延期的账单" drawing={<SettledDrawing />}>
        您没有待还的借款
      </Empty>
    )
  }
  return (
    <div className="stack stack-3">
      <Empty title="现在不能延期" drawing={<WaitingDrawing />}>
        原因列在下面，情况变了可以再来
      </Empty>
      <Card flush title="为什么">
        <List label="不能延期的原因">
          {loans.map(({ loan, instalment, refusal }) => (
            <ListRow
              key={loan.loanNo}
              label={instalment ? `${loan.purposeName} · 第 ${instalment.n} 期` : loan.purposeName}
              note={refusal ?? '这一期没有可以往后推的天数'}
            />
          ))}
        </List>
      </Card>
      <ButtonLink href={to.payInstalments()}>去还款</ButtonLink>
      <ButtonLink kind="quiet" href={to.relief}>
        受灾、疾病等困难，申请延期
      </ButtonLink>
      <CallUs>还不上？可以和我们商量</CallUs>
    </div>
  )
}
