import { useQuery } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { loanQuery } from '#features/repayment/queries.ts'
import { termText } from '#shared/lending/term-text.ts'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { links } from '#features/repayment/links.ts'

const { title } = routes.repayment.iou

/** The IOU: parties, amount, terms and place of signing. */
export default function IouScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份借据" />
  ) : (
    <Iou loanNo={loanNo} />
  )
}

function Iou({ loanNo }: { loanNo: string }) {
  const query = useQuery(loanQuery(loanNo))
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
        {({ loan, borrowerName, idNumber, lenderName }) => (
          <div className="stack stack-3">
            <Card title="借款金额" trailing={<LoanChip loan={loan} />}>
              <Num value={yuan(loan.amount)} yuan size="lg" />
              <Pairs
                pairs={[
                  { label: '借据编号', value: loan.loanNo },
                  { label: '贷款人', value: lenderName },
                  { label: '借款人', value: borrowerName },
                  { label: '证件号码', value: idNumber },
                  { label: '借款日期', value: loan.drawnOn },
                  { label: '期限', value: termText(loan) },
                  { label: '还款方式', value: loan.methodName },
                  { label: '年化利率（单利）', value: formatPercent(loan.annualRate) },
                  { label: '待还本金', value: `${displayYuan(loan.principalLeft)} 元` },
                ]}
              />
            </Card>
            <Card flush>
              <List label="借据的账单和协议">
                <ListRow label="账单明细" href={links.iouBill(loanNo)} />
                <ListRow label="还款计划" href={links.plan(loanNo)} />
                <ListRow label="借款协议" href={links.agreements(loanNo)} />
              </List>
            </Card>
          </div>
        )}
      </QueryState>
    </Screen>
  )
}
