import type { CreditDecision } from '@qingzhou/contract/features/console/customers'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { useMessages } from '#platform/catalogue.ts'
import { PlainTable, StateText } from './card.tsx'

/** Which rules refused or referred, and which characteristic gave how many points. */
export function RuleByRule({ decision }: { readonly decision: CreditDecision }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const words = useWords()
  return (
    <>
      <PlainTable
        label={messages.rules}
        rows={decision.rules}
        noOf={({ rule }) => rule}
        empty={messages.rulesUnknown}
        columns={[
          { head: messages.rules, renderCell: ({ rule }) => words(rule) },
          {
            head: names.state,
            renderCell: ({ isPassed }) =>
              isPassed === undefined ? (
                <span className="c3">{messages.ruleNotAsked}</span>
              ) : (
                <StateText tone={isPassed ? 'done' : 'fail'}>
                  {isPassed ? messages.ruleMet : messages.ruleBroken}
                </StateText>
              ),
          },
        ]}
      />
      {decision.points.length > 0 && (
        <PlainTable
          label={messages.rule}
          rows={decision.points}
          noOf={(row) => row.for}
          empty=""
          columns={[
            { head: messages.rule, renderCell: (row) => words(row.for) },
            { head: messages.points, align: 'right', renderCell: ({ points }) => points },
          ]}
        />
      )}
    </>
  )
}
