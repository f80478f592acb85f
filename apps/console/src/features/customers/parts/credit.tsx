import type { CreditDecision } from '@qingzhou/contract/features/console/customers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { RuleByRule } from '#shared/parts/rule-by-rule.tsx'
import { Part } from '#shared/parts/states.tsx'
import { type customerCalls, customerQueries } from '../calls.ts'
import { useActorName } from './event-text.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { Facts } from '#shared/parts/facts.tsx'

type Review = NonNullable<CreditDecision['review']>
type Application = Awaited<ReturnType<typeof customerCalls.credit>>['applications'][number]

const reviewWords = {
  open: 'reviewOpen',
  approved: 'approved',
  refused: 'refused',
  lapsed: 'reviewLapsed',
} as const

/** Each application with its decision rule by rule, and what changed the limit. */
export function Credit({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const query = useQuery(customerQueries.credit(customer))
  return (
    <Part query={query}>
      {({ applications, limitHistory }) => (
        <>
          {applications.length === 0 && <p className="c2">{messages.noApplications}</p>}
          {applications.map((application) => (
            <Decision key={application.applicationNo} application={application} />
          ))}
          <LimitHistory rows={limitHistory} />
        </>
      )}
    </Part>
  )
}

function Decision({ application }: { readonly application: Application }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const words = useWords()
  const reviewText = ({ state, amount, ground }: Review) =>
    [
      messages[reviewWords[state]],
      amount === undefined ? ground && words(ground) : amountText(amount),
    ]
      .filter(Boolean)
      .join(' · ')
  const { applicationNo, openedAt, decision } = application
  const { reasons = [], points = [] } = decision ?? {}
  const total = points.reduce((sum, one) => sum + one.points, 0)
  const outcome = decision && [
    messages[decision.outcome],
    decision.amount !== undefined && ` ${amountText(decision.amount)}`,
    decision.grade && ` · ${names.grade} ${decision.grade}`,
  ]
  return (
    <Card title={`${messages.application} ${applicationNo}`} aside={momentText(openedAt)}>
      {decision ? (
        <>
          <Facts
            className="facts body"
            rows={[
              [messages.outcome, outcome],
              [messages.policy, decision.policyVersion],
              [
                messages.grounds,
                reasons.length > 0 ? reasons.map(words).join(names.or) : undefined,
              ],
              [messages.retryOn, decision.retryOn],
              [messages.pointsTotal, points.length > 0 ? total : undefined],
              [messages.review, decision.review && reviewText(decision.review)],
            ]}
          />
          <RuleByRule decision={decision} />
        </>
      ) : (
        <p className="body c2">
          {messages.undecided} · {application.step}
        </p>
      )}
    </Card>
  )
}

type Change = Awaited<ReturnType<typeof customerCalls.credit>>['limitHistory'][number]

function LimitHistory({ rows }: { readonly rows: readonly Change[] }) {
  const actorName = useActorName()
  const words = useWords()
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  return (
    <Card title={messages.limitHistory} aside={names.unitYuan}>
      <PlainTable
        label={messages.limitHistory}
        rows={rows}
        noOf={({ at, act }) => `${at} ${act}`}
        empty={names.none}
        columns={[
          { head: names.time, renderCell: ({ at }) => momentText(at) },
          { head: messages.act, renderCell: ({ act }) => words(act) },
          { head: messages.actor, renderCell: (row) => actorName(row) },
          {
            head: messages.before,
            align: 'right',
            renderCell: ({ before }) => (before === undefined ? '—' : amountText(before)),
          },
          {
            head: messages.after,
            align: 'right',
            renderCell: ({ after }) => (after === undefined ? '—' : amountText(after)),
          },
          { head: messages.grounds, align: 'gap', renderCell: (row) => <Grounds change={row} /> },
        ]}
      />
    </Card>
  )
}

/** Why a limit changed: the grounds of a review, or the reason of the proposal that was approved. */
function Grounds({ change: { reasons, proposal } }: { readonly change: Change }) {
  const words = useWords()
  const names = useMessages(customerMessages)
  if (!proposal) return reasons.length === 0 ? '—' : reasons.map(words).join(names.or)
  const { proposalNo, reason } = proposal
  return (
    <>
      {reason} <Link href={`/inbox/${proposalNo}?show=all`}>{proposalNo}</Link>
    </>
  )
}
