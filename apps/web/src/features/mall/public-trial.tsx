import type { MallOffer } from '@qingzhou/contract/mall'
import { yuan } from '@qingzhou/domain/money/money'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { Well } from '@qingzhou/ui/well'
import { percentOf } from '#shared/figures.ts'

/** For somebody who is not known yet: at the highest rate, so that nobody is promised too much. */
export function PublicTrial({ offer, months }: { offer: MallOffer; months: number }) {
  const trial = offer.instalments.find((one) => one.months === months)
  if (!trial) return null
  return (
    <Well>
      <div className="stack stack-3">
        <div className="stack stack-1">
          <p className="small ink-2">每期最多</p>
          <Num value={yuan(trial.monthly)} yuan size="lg" />
        </div>
        <Pairs
          pairs={[
            { label: '总利息最多', value: <Num value={yuan(trial.totalInterest)} yuan /> },
            { label: '综合年化成本（单利）', value: `最高 ${percentOf(trial.annualCost)}` },
          ]}
        />
        <p className="caption ink-3">按最高利率计算，登录后按您自己的利率试算</p>
      </div>
    </Well>
  )
}
