import { displayYuan, subtract, ZERO, yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { Button } from '@qingzhou/ui/inputs'
import { DeepCard } from '@qingzhou/ui/layout'
import { Num, Waterline } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import type { Limit } from '#shared/lending/limit-query.ts'
import { formatPercent } from '#shared/pages/figures.ts'

/** The available amount, the rate and the used share. */
export function LimitCard({
  limit,
  onApplyAgain,
}: {
  limit: Limit
  onApplyAgain: () => Promise<void>
}) {
  const { state, total, available, annualRate, validUntil, openDraw } = limit
  // What a draw reserves is not owed yet: bills know nothing of it.
  const reserved = openDraw?.amount ?? ZERO
  const used = subtract(limit.used, reserved)
  const isOver = state === 'expired' || state === 'cancelled'

  return (
    <DeepCard>
      <p className="row row-between small ink-2">
        <span>可用额度</span>
        <span className="caption tabular">
          {isOver ? endings[state] : `有效期至 ${validUntil}`}
        </span>
      </p>
      <Num value={yuan(isOver || state === 'frozen' ? ZERO : available)} size="xl" yuan />
      <p className="small">
        <span className="ink-2">年化利率（单利）</span>
        <span className="strong tabular">
          {state === 'cancelled' ? '—' : formatPercent(annualRate)}
        </span>
      </p>
      <Waterline
        label="已用额度"
        share={state !== 'cancelled' && total > 0n ? Number(limit.used) / Number(total) : 0}
        start={`已用 ${displayYuan(used)}`}
        end={`总额度 ${displayYuan(state === 'cancelled' ? ZERO : total)}`}
      />
      {openDraw && (
        <p className="caption">
          另有 {displayYuan(reserved)} 元
          {openDraw.state === 'verifying'
            ? '为未放款的借款预留，取消后退回'
            : '为正在放款的借款预留'}
        </p>
      )}
      {isOver ? (
        <Button kind="on-deep" onPress={onApplyAgain} busyLabel="正在查询…">
          重新申请额度
        </Button>
      ) : (
        <Button
          kind="on-deep"
          onPress={async () => go(routes.loans.borrow)}
          unavailable={whyNot(limit)}
        >
          去借款
        </Button>
      )}
    </DeepCard>
  )
}

const endings = { expired: '已到期', cancelled: '已注销' } as const

function whyNot({ state, available, dueSoon }: Limit): string | undefined {
  if (state === 'frozen') return '额度已冻结，暂不能借款'
  if (dueSoon?.isOverdue) return '还清逾期账单后可以借款'
  const least = product.draw.amountMin
  return available < least ? `可用额度不足 ${displayYuan(least)} 元` : undefined
}

/** The skeleton has the height of the card, so that the layout does not move. */
export function LimitCardSkeleton() {
  return (
    <DeepCard>
      <p className="row row-between small ink-2" role="status">
        <span>可用额度</span>
        <span className="caption">正在读取</span>
      </p>
      <Num value="—" size="xl" />
      <p className="small ink-2">年化利率（单利）</p>
      <Waterline label="已用额度" share={0} start="已用 —" end="总额度 —" />
      <Button kind="on-deep" unavailable="正在读取额度">
        去借款
      </Button>
    </DeepCard>
  )
}
