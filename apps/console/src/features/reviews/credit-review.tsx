import type { CreditReview as CreditDetail } from '@qingzhou/contract/features/console/reviews'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { creditMessages, reviewMessages } from '#shared/catalogue/reviews.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { type Messages, useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import { RuleByRule } from '#shared/parts/rule-by-rule.tsx'
import { CreditVerdict } from './credit-verdict.tsx'
import { Decided } from './decision.tsx'
import type { ReviewDetail } from './review-screen.tsx'

/** What the rules found of an application beside what is known of the applicant: a person decides. */
export function CreditReview({
  credit,
  queue,
}: {
  readonly credit: CreditDetail
  readonly queue: ReviewDetail['queue']
}) {
  const names = useMessages(creditMessages)
  const parts = useMessages(partMessages)
  const customers = useMessages(customerMessages)
  const words = useWords()
  const { explained, decision } = credit
  return (
    <div className="halves">
      <Card title={names.rules} note={explained.policyVersion}>
        <Facts
          className="facts body"
          rows={[
            [names.why, explained.reasons.map(words).join(customers.or)],
            [names.most, amountText(credit.amountMax)],
            [customers.grade, explained.grade],
            [parts.pointsTotal, explained.points.reduce((sum, { points }) => sum + points, 0)],
          ]}
        />
        <RuleByRule decision={explained} />
      </Card>
      <div className="stack">
        <Applicant credit={credit} names={names} />
        <CreditVerdict
          item={queue}
          credit={credit}
          blocked={obstacleFor(credit, names)}
          names={names}
        />
        {decision && (
          <Decided
            decision={{
              ...decision,
              reason: decision.ground ? words(decision.ground) : approvedText(decision.amount),
            }}
          />
        )}
      </div>
    </div>
  )
}

const approvedText = (amount: CreditDetail['amountMax'] | undefined) =>
  amount === undefined ? undefined : amountText(amount)

function Applicant({ credit, names }: { readonly credit: CreditDetail; readonly names: Names }) {
  const messages = useMessages(reviewMessages)
  const words = useWords()
  const { known, first, name, idNumber } = credit
  const { report } = known
  return (
    <Card title={messages.fields}>
      <Facts
        className="facts body"
        rows={[
          [names.name, name],
          [names.idNumber, idNumber],
          [words('age'), known.age],
          [words('education'), words(known.education)],
          [words('occupation'), words(known.occupation)],
          [names.income, amountText(known.monthlyIncome)],
          [words('bureau-score'), report?.score],
          [names.owed, report && amountText(report.owed)],
          [words('enquiries'), report?.enquiriesInThreeMonths],
          [names.daysOverdue, report?.daysOverdueMaxInTwoYears],
          [names.deviceRisk, known.deviceRisks.join('、') || undefined],
          [names.referredAt, momentText(credit.referredAt)],
          [names.decideBy, credit.decision ? undefined : momentText(credit.decideBy)],
          [
            names.first,
            first && `${first.by} · ${amountText(first.amount)} · ${momentText(first.at)}`,
          ],
        ]}
      />
      <p className="body cap c3">{names.twoAbove(amountText(credit.twoReviewersAbove))}</p>
    </Card>
  )
}

type Names = Messages<typeof creditMessages>

/** Why this member may not decide. */
function obstacleFor({ isOwn, first, decision }: CreditDetail, names: Names): string | undefined {
  if (isOwn) return names.own
  return first?.isOwn && !decision ? names.ownFirst : undefined
}
