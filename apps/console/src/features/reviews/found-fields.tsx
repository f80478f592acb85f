import { unreachable } from '@qingzhou/domain/assert'
import { closeReasons, type BureauFact } from '@qingzhou/domain/bureau/bureau-event'
import { parseYuan } from '@qingzhou/domain/money/money'
import { disputeMessages } from '#shared/catalogue/reviews.ts'
import type { queueCalls } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'

export type FoundFact = NonNullable<Parameters<typeof queueCalls.decideReview>[0]['found']>

type Field = 'amount' | 'balance' | 'overdue' | 'daysLate' | 'closed'
/** What was typed. Nothing, where the books are right. */
export type FoundTexts = Readonly<Partial<Record<Field, string>>>

const fields = {
  opened: ['amount'],
  balance: ['balance', 'overdue'],
  status: ['daysLate'],
  closed: ['closed'],
} as const

/** What a member has found to be true, if that is not what the books say. */
export function FoundFields({
  about,
  texts,
  onChange,
}: {
  readonly about: BureauFact['about']
  readonly texts: FoundTexts
  readonly onChange: (texts: FoundTexts) => void
}) {
  const words = useMessages(disputeMessages)
  const labels = {
    amount: words.amountField,
    balance: words.balanceField,
    overdue: words.overdueField,
    daysLate: words.daysLate,
    closed: words.closed,
  }
  return (
    <fieldset className="stack stack-3">
      <legend className="cap c2">{words.found}</legend>
      {fields[about].map((field) => (
        <label key={field} className="field">
          <span className="cap c2">{labels[field]}</span>
          {field === 'closed' ? (
            <select
              className="control"
              value={texts.closed ?? ''}
              onChange={({ target }) => onChange({ ...texts, closed: target.value })}
            >
              <option value="">{words.byBooks}</option>
              {([...closeReasons, 'stillOpen'] as const).map((reason) => (
                <option key={reason} value={reason}>
                  {words[reason]}
                </option>
              ))}
            </select>
          ) : (
            <input
              className="control"
              inputMode={field === 'daysLate' ? 'numeric' : 'decimal'}
              maxLength={15}
              value={texts[field] ?? ''}
              onChange={({ target }) => onChange({ ...texts, [field]: target.value })}
            />
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Undefined while something is missing or is no figure. */
export function foundFactOf(about: BureauFact['about'], texts: FoundTexts): FoundFact | undefined {
  const [amount, balance, overdue] = [texts.amount, texts.balance, texts.overdue].map((text) => {
    const parsed = parseYuan(text ?? '')
    return parsed.ok ? parsed.value : undefined
  })
  switch (about) {
    case 'opened':
      return amount === undefined ? undefined : { about, amount }
    case 'balance':
      if (balance === undefined || overdue === undefined) return undefined
      return { about, balance, overdue }
    case 'status': {
      const { daysLate = '' } = texts
      return /^\d{1,5}$/.test(daysLate) ? { about, daysLate: Number(daysLate) } : undefined
    }
    case 'closed': {
      if (texts.closed === 'stillOpen') return { about }
      const reason = closeReasons.find((one) => one === texts.closed)
      return reason && { about, reason }
    }
    default:
      return unreachable(about)
  }
}
