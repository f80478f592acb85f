import { useState } from 'react'
import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan, sum, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { Sheet } from '@qingzhou/ui/overlays'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { sumOwed, type LoanBill } from './loan-bill.ts'
import { links } from '#features/restructure/links.ts'

/** The consolidated amount: the principal of the new loan. */
export function OwedCard({ bills }: { bills: readonly LoanBill[] }) {
  const [isOpen, setOpen] = useState(false)
  const total = sum(bills.map(sumOwed))
  return (
    <Card
      title="合并为一笔新借款"
      note={`${bills.length} 笔账单今天的全部应还`}
      trailing={
        <ButtonLink href={links.chooseBills} kind="text" fit>
          修改账单
        </ButtonLink>
      }
    >
      <Num value={yuan(total)} yuan size="lg" onTap={() => setOpen(true)} />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="金额明细">
        <div className="stack stack-4">
          <Parts parts={partsOf(bills)} total={{ label: '合计' }} />
          <Pairs
            pairs={bills.map((bill) => ({
              label: `${bill.loan.purposeName}（${bill.loan.drawnOn} 借）`,
              value: `${displayYuan(sumOwed(bill))} 元`,
            }))}
          />
          <p className="caption ink-3">签约后这些借款结清，不再计息和罚息</p>
        </div>
      </Sheet>
    </Card>
  )
}

function partsOf(bills: readonly LoanBill[]): BillParts {
  const total = (part: keyof BillParts) => sum(bills.map(({ open }) => open[part]))
  return {
    fee: total('fee'),
    penalty: total('penalty'),
    interest: total('interest'),
    principal: total('principal'),
  }
}
