import { Sheet } from '@qingzhou/ui/overlays'
import { Table } from '@qingzhou/ui/layout'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { partNames, type PartName } from '#shared/lending/bill-parts.tsx'
import type { LoanDetail } from '#features/repayment/queries.ts'

export interface ExplainSheetProps {
  part: PartName | undefined
  explained: LoanDetail['explained']
  onClose: () => void
}

/** The ledger entries of an amount. */
export function ExplainSheet({ part, explained, onClose }: ExplainSheetProps) {
  const lines = part ? explained[part] : []
  return (
    <Sheet open={part !== undefined} onClose={onClose} title={part ? `${partNames[part]}明细` : ''}>
      <div className="stack stack-3">
        {lines.length === 0 ? (
          <p className="small ink-2">今天还没有入账的变动，金额按天计算，入账后会列在这里</p>
        ) : (
          <Table
            caption="账目"
            columns={[
              { label: '日期' },
              { label: '事项' },
              { label: '变动', align: 'end' },
              { label: '余额', align: 'end' },
            ]}
            rows={lines.map(({ on, event, change, balance }, index) => ({
              key: String(index),
              cells: [on, event, groupDigits(change), groupDigits(balance)],
            }))}
          />
        )}
        <ServiceContact>对金额有疑问？</ServiceContact>
      </div>
    </Sheet>
  )
}

/** With a true minus sign and separators. */
function groupDigits(amount: string): string {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.')
  const sign = amount.startsWith('-') ? '−' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
