import { useQuery } from '@tanstack/react-query'
import type { ReportedEvent } from '@qingzhou/contract/features/bureau-reports'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { addressWithQuery, backOr } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { aboutLabels, factText, stateOfEvent } from './labels.ts'
import { reportedQuery } from './queries.ts'

const { bureauReports, bureauReport } = routes['bureau-reports']

/** What the credit bureau is told of the borrower's loans. */
export default function BureauReportsScreen() {
  const query = useQuery(reportedQuery)
  return (
    <Screen title={bureauReports.title} onBack={() => backOr(routes.account.mine)}>
      <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
        {({ events, answerDays }) =>
          events.length === 0 ? (
            <Empty title="还没有报送记录">
              借款后，我们每月初按您的授权，把上月末的余额和还款状态报送征信机构，届时可在这里查看
            </Empty>
          ) : (
            <div className="stack stack-3">
              <p className="small ink-2">
                以下是我们按您的授权报送征信机构的内容。如有错误，请打开该条提出异议，我们在{' '}
                {answerDays} 天内核查并短信答复。
              </p>
              <Loans events={events} />
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}

function Loans({ events }: { events: readonly ReportedEvent[] }) {
  return [...Map.groupBy(events, ({ loanNo }) => loanNo)].map(([loanNo, ofLoan]) => {
    const name = `借据尾号 ${loanNo.slice(-4)}`
    return (
      <Card key={loanNo} title={name} flush>
        <List label={name}>
          {ofLoan.map((event) => (
            <EventRow key={event.eventNo} event={event} />
          ))}
        </List>
      </Card>
    )
  })
}

function EventRow({ event }: { event: ReportedEvent }) {
  const { loanNo, eventNo, asOf, now } = event
  const state = stateOfEvent(event)
  return (
    <ListRow
      label={factText(now)}
      note={`${aboutLabels[now.about]} · ${asOf}`}
      value={state && <Chip tone={state.tone}>{state.label}</Chip>}
      href={`#${addressWithQuery(bureauReport.path, { loanNo, eventNo: String(eventNo) })}`}
    />
  )
}
