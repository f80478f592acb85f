import type { OpenPlan } from '@qingzhou/contract/restructure'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { goToStep, stepName } from './plan-steps.ts'

/** A plan that was begun, here or on another phone, is offered to be gone on with. */
export function OpenPlanCard({ plan, kind }: { plan: OpenPlan; kind: 'primary' | 'quiet' }) {
  return (
    <Card
      title="您有一个方案还没有签"
      note={`${plan.loanNos.length} 笔账单，分 ${plan.months} 期；签约前可以随时改`}
      trailing={<Chip tone="soon">待签约</Chip>}
    >
      <p className="small ink-2">下一步：{stepName(plan)}</p>
      <Button kind={kind} onPress={async () => goToStep(plan)}>
        继续签约
      </Button>
    </Card>
  )
}
