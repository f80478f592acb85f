import type { PlanDetail } from '@qingzhou/contract/restructure'
import { sum, yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Sum } from '@qingzhou/ui/sum'
import { to } from './to.ts'

type Origin = PlanDetail['from'][number]

/** What the plan took over, adding up to what it began with. */
export function PlanOrigin({ detail: { plan, from } }: { detail: PlanDetail }) {
  return (
    <Card
      title={plan.kind === 'second' ? '由这期账单分期而来' : '由这些借款合并而来'}
      note="原账单已经结清，不用再还"
    >
      <Sum
        lines={from.map((origin) => ({
          label: <a href={to.iou(origin.loanNo)}>{nameOf(origin)}</a>,
          value: <Num value={yuan(origin.amount)} />,
        }))}
        total={{
          label: '签约金额',
          value: <Num value={yuan(sum(from.map(({ amount }) => amount)))} yuan size="md" />,
        }}
      />
    </Card>
  )
}

function nameOf({ loanNo, n }: Origin): string {
  const loan = `借据（尾号 ${loanNo.slice(-4)}）`
  return n === undefined ? loan : `${loan} 第 ${n} 期`
}
