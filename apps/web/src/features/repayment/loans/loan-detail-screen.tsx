import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { employeeProductNo } from '@qingzhou/domain/product'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { ExplainSheet } from './explain-sheet.tsx'
import { loanActions } from './loan-rows.tsx'
import { type PartName, Parts } from '#shared/lending/bill-parts.tsx'
import { type LoanDetail, loanQuery } from '#features/repayment/queries.ts'
import { termText } from '#shared/lending/term-text.ts'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { links } from '#features/repayment/links.ts'

const { title } = routes.repayment.loanDetail

/** One draw: its terms, open amount and agreements. */
export default function LoanDetailScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这笔借款" />
  ) : (
    <Loan loanNo={loanNo} />
  )
}

function Loan({ loanNo }: { loanNo: string }) {
  const query = useQuery(loanQuery(loanNo))
  return (
    <Screen title={title} onBack={back} footer={loanActions(query.data?.loan)}>
      <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
        {(detail) => <Detail detail={detail} />}
      </QueryState>
    </Screen>
  )
}

function Detail({ detail }: { detail: LoanDetail }) {
  const [request, setAsked] = useState<PartName>()
  const { loan, card } = detail
  return (
    <div className="stack stack-3">
      <Card title="借款金额" trailing={<LoanChip loan={loan} />}>
        <Num value={yuan(loan.amount)} yuan size="xl" />
        <Pairs
          pairs={[
            { label: '借款日期', value: loan.drawnOn },
            { label: '用途', value: loan.purposeName },
            { label: '期限', value: `${termText(loan)} · ${loan.methodName}` },
            { label: '年化利率（单利）', value: formatPercent(loan.annualRate) },
            ...(card ? [{ label: '收款卡', value: `${card.bankName}（${card.lastFour}）` }] : []),
            ...couponPairs(detail),
          ]}
        />
      </Card>
      {loan.state !== 'settled' && (
        <Card title="待还明细">
          <Parts parts={detail.open} total={{ label: '待还合计' }} onExplain={setAsked} />
        </Card>
      )}
      <Card flush>
        <List label="更多">
          <ListRow label="还款计划" href={links.plan(loan.loanNo)} />
          <ListRow label="借据与账单" href={links.iou(loan.loanNo)} />
          <ListRow label="这笔借款的还款记录" href={links.paymentHistory(loan.loanNo)} />
          <ListRow label="借款协议" href={links.agreements(loan.loanNo)} />
          {loan.productNo === employeeProductNo && (
            <ListRow label="借款用途凭证" note="员工贷需要上传" href={links.evidenceList} />
          )}
        </List>
      </Card>
      <ExplainSheet
        part={request}
        explained={detail.explained}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

/** A coupon may have discounted nothing yet: its name is shown anyway. */
function couponPairs({ couponName, couponDiscount }: LoanDetail) {
  const couponRow = { label: '优惠券减免', value: `${displayYuan(couponDiscount)} 元` }
  if (couponName !== undefined) return [{ label: '优惠券', value: couponName }, couponRow]
  return couponDiscount > 0n ? [couponRow] : []
}
