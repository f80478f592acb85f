import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { displayYuan, sum, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { ExplainSheet } from './explain-sheet.tsx'
import { type PartName, Parts } from '#shared/lending/bill-parts.tsx'
import { type LoanDetail, loanQuery } from '#features/repayment/queries.ts'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { links } from '#features/repayment/links.ts'

const { title } = routes.repayment.iouBill

/** The bill of one IOU: charged, paid, waived and open amounts, each explained by the ledger. */
export default function IouBillScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份账单" />
  ) : (
    <Bill loanNo={loanNo} />
  )
}

function Bill({ loanNo }: { loanNo: string }) {
  const query = useQuery(loanQuery(loanNo))
  const isOpen = query.data !== undefined && query.data.loan.state !== 'settled'
  return (
    <Screen
      title={title}
      onBack={back}
      footer={isOpen && <ButtonLink href={links.payInstalments(loanNo)}>去还款</ButtonLink>}
    >
      <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
        {(detail) => <Amounts detail={detail} />}
      </QueryState>
    </Screen>
  )
}

function Amounts({ detail }: { detail: LoanDetail }) {
  const [request, setAsked] = useState<PartName>()
  const { loan, charged, paid, waived, open } = detail
  const total = sum(Object.values(open))
  return (
    <div className="stack stack-3">
      <Card title="待还合计" trailing={<LoanChip loan={loan} />}>
        <Num value={yuan(total)} yuan size="xl" />
        {loan.next && (
          <p className="small ink-2 tabular">
            第 {loan.next.n}/{loan.months} 期 {displayYuan(loan.next.amount)} 元，
            {loan.next.dueDate} 到期
          </p>
        )}
      </Card>
      <Card title="金额明细">
        <Parts
          parts={charged}
          off={[
            { label: '已还', amount: sum(Object.values(paid)) },
            { label: '减免与优惠', amount: sum(Object.values(waived)) },
          ]}
          total={{ label: '待还合计', amount: total }}
          onExplain={setAsked}
        />
        <p className="caption ink-3">
          点金额可查看每笔账目；利息含未到期部分，提前结清，利息只计算到当天
        </p>
      </Card>
      {sum(Object.values(paid)) > 0n && (
        <Card title="已还">
          <Parts parts={paid} total={{ label: '已还合计' }} />
        </Card>
      )}
      <ExplainSheet
        part={request}
        explained={detail.explained}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}
