import { useEffect } from 'react'
import type { CostSheet as Costs } from '@qingzhou/contract/features/loans'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Num, Sum } from '@qingzhou/ui/money'
import { Sheet } from '@qingzhou/ui/overlays'
import { Pairs, Well } from '@qingzhou/ui/layout'
import { formatPercent } from '#shared/pages/figures.ts'
import { useCountdown } from '#shared/pages/timers.ts'

export interface CostSheetProps {
  costs: Costs
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
  /** What the confirmation does. */
  confirmLabel: string
  note: string
  /** A product with a name of its own, and what it obliges to. */
  product?: {
    readonly productName?: string | undefined
    readonly evidenceDays?: number | undefined
  }
}

/** Shows all costs before signing. The confirmation is enabled after a reading time. */
export function CostSheet(props: CostSheetProps) {
  const { costs, open, onClose, onConfirm, confirmLabel, note, product } = props
  const { secondsLeft, start } = useCountdown()
  const { readSeconds, digest } = costs
  useEffect(() => {
    // A new sheet restarts the reading time.
    if (open) start(readSeconds)
    // `start` changes at every render but starts the same countdown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open, digest, readSeconds])

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="综合融资成本明示表"
      actions={
        <div className="stack stack-2">
          <Button
            onPress={onConfirm}
            busyLabel="正在提交"
            {...(secondsLeft > 0 && { unavailable: `请阅读（${secondsLeft} 秒）` })}
          >
            {confirmLabel}
          </Button>
          <p className="caption ink-3 centre">{note}</p>
        </div>
      }
    >
      {product?.productName !== undefined && (
        <Pairs
          pairs={[
            { label: '借款产品', value: product.productName },
            { label: '用途凭证', value: `放款后 ${product.evidenceDays ?? 0} 天内上传` },
          ]}
        />
      )}
      <CostLines costs={costs} />
    </Sheet>
  )
}

function CostLines({ costs }: { costs: Costs }) {
  return (
    <div className="stack stack-4">
      <Well>
        <div className="row row-between">
          <span className="stack stack-1">
            <span className="small ink-2">借款本金</span>
            <Num value={yuan(costs.principal)} yuan size="md" />
          </span>
          <span className="stack stack-1">
            <span className="small ink-2">综合年化成本（单利）</span>
            <Num value={formatPercent(costs.annualCost).replace('%', '')} unit="%" size="md" />
          </span>
        </div>
      </Well>
      <Sum
        lines={costs.charges.map(({ name, amount, chargedBy, how }) => ({
          label: (
            <span className="stack">
              <span>{name}</span>
              {amount > 0n && (
                <span className="caption ink-3">
                  {chargedBy} · {how}
                </span>
              )}
            </span>
          ),
          value: amount > 0n ? displayYuan(amount) : '不收取',
        }))}
        total={{ label: '成本合计', value: <Num value={yuan(costs.total)} yuan size="md" /> }}
      />
      <Banner tone="soon">
        <span className="stack stack-1">
          <strong>如果逾期</strong>
          {costs.late.map(({ name, how }) => (
            <span key={name}>
              {name}：{how}
            </span>
          ))}
        </span>
      </Banner>
    </div>
  )
}
