import type { BillInstalment, LoanSummary } from '@qingzhou/contract/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { dayInWords } from '#shared/figures.ts'
import { InstalmentRow } from '#shared/instalment-rows.tsx'
import { LoanChip } from '#shared/state-chip.tsx'
import { to } from './to.ts'

/** So many instalments stand on the card; the rest is on the loan's own page. */
const SHOWN = 3

/** One loan with the instalments that come next, and what can be done about it. */
export function ChannelLoanCard({
  loan,
  instalments,
}: {
  loan: LoanSummary
  instalments: readonly BillInstalment[]
}) {
  const { loanNo, purposeName, amount, drawnOn } = loan
  const more = instalments.length - SHOWN
  return (
    <Card
      flush
      title={purposeName}
      note={`${dayInWords(drawnOn)}借 ${displayYuan(amount)} 元`}
      trailing={<LoanChip loan={loan} />}
    >
      <List label={`${purposeName}的分期`}>
        {instalments.slice(0, SHOWN).map((instalment) => (
          <InstalmentRow key={instalment.n} instalment={instalment} />
        ))}
        {more > 0 && <ListRow label={`还有 ${more} 期`} value="还款计划" href={to.plan(loanNo)} />}
      </List>
    </Card>
  )
}
