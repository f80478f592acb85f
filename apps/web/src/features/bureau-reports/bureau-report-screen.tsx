import { useQuery } from '@tanstack/react-query'
import type { ReportedEvent } from '@qingzhou/contract/features/bureau-reports'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { addressOf, backOr, linkQuery } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { aboutLabels, factText, reasonLabels, stateOfEvent } from './labels.ts'
import { reportedQuery } from './queries.ts'

const { bureauReports, bureauReport } = routes['bureau-reports']
const leave = () => backOr(bureauReports)

/** One event that the bureau is told, and its dispute. */
export default function BureauReportScreen() {
  const query = useQuery(reportedQuery)
  const link = linkQuery()
  const event = query.data?.events.find(
    (one) => one.loanNo === link['loanNo'] && String(one.eventNo) === link['eventNo'],
  )
  if (event && event.dispute?.state !== 'open') {
    return (
      <DisputeForm title={bureauReport.title} onBack={leave} event={event}>
        <EventCards event={event} />
      </DisputeForm>
    )
  }
  return (
    <Screen title={bureauReport.title} onBack={leave}>
      <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
        {() => (event ? <EventCards event={event} /> : <NoSuchEvent />)}
      </QueryState>
    </Screen>
  )
}

function EventCards({ event }: { event: ReportedEvent }) {
  const { loanNo, asOf, month, told, now, isCorrected, dispute } = event
  return (
    <>
      <Card title={aboutLabels[now.about]} note={`借据尾号 ${loanNo.slice(-4)}`}>
        <Pairs
          pairs={[
            { label: isCorrected ? '更正后' : '报送内容', value: factText(now) },
            ...(isCorrected ? [{ label: '首次报送', value: factText(told) }] : []),
            { label: '截至日期', value: asOf },
            { label: '报送月份', value: month.slice(0, 7) },
          ]}
        />
      </Card>
      {dispute && <DisputeCard event={event} dispute={dispute} />}
    </>
  )
}

function DisputeCard({
  event,
  dispute,
}: {
  event: ReportedEvent
  dispute: NonNullable<ReportedEvent['dispute']>
}) {
  const { state, reason, text, disputedOn, answerBy, answeredOn, answer } = dispute
  const shown = stateOfEvent(event)
  return (
    <Card title="我的异议" note={shown && <Chip tone={shown.tone}>{shown.label}</Chip>}>
      <Pairs
        pairs={[
          { label: '原因', value: reasonLabels[reason] },
          { label: '说明', value: text },
          { label: '提出日期', value: disputedOn },
          ...(state === 'open'
            ? [{ label: '答复期限', value: answerBy }]
            : [
                { label: '答复日期', value: answeredOn ?? '' },
                { label: '答复', value: answer ?? '' },
              ]),
        ]}
      />
      {state === 'open' && (
        <p className="small ink-2">核查期间，该笔借款的报送内容带有异议标注。结果会短信通知您。</p>
      )}
    </Card>
  )
}

function NoSuchEvent() {
  return (
    <Empty
      title="没有找到这条记录"
      action={
        <ButtonLink href={`#${addressOf(bureauReports)}`} kind="quiet" fit>
          查看征信记录
        </ButtonLink>
      }
    >
      链接不完整，请从征信记录重新进入
    </Empty>
  )
}
