import type { CancellableLimit } from '@qingzhou/contract/limit-cancellation'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { whereSolved } from './where-solved.ts'
import { limitStates } from './words.ts'

/** A limit; and what has to be seen to before it can be ended, each leading to where that is done. */
export function LimitToCancel({ limit }: { limit: CancellableLimit }) {
  const { productName, state, total, used, validUntil, canCancel, obstacles } = limit
  const { tone, words } = limitStates[state]
  return (
    <>
      <Card title={productName} trailing={<Chip tone={tone}>{words}</Chip>}>
        <Num value={yuan(total)} yuan size="lg" />
        <Pairs
          pairs={[
            { label: '已用额度', value: `${displayYuan(used)} 元` },
            { label: '有效期至', value: validUntil },
          ]}
        />
        {canCancel && (
          <p className="small ink-2">
            没有未结清的款项，可以注销。接下来选择原因、阅读须知、短信验证，最后确认前都不会生效。
          </p>
        )}
      </Card>
      {obstacles.length > 0 && (
        <Card flush title={state === 'cancelled' ? '额度已注销' : '暂不能注销，请先处理'}>
          <List label="注销前需要处理的事项">
            {obstacles.map((obstacle) => {
              const { label, href } = whereSolved(obstacle)
              return <ListRow key={obstacle.kind} label={label} note={obstacle.says} href={href} />
            })}
          </List>
        </Card>
      )}
    </>
  )
}
