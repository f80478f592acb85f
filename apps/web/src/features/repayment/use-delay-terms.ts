import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { numberInLink } from '#shared/number-in-link.ts'
import { agreementsToSign } from '#shared/use-signing.ts'
import { useSettledValue } from '#shared/use-settled-value.ts'
import { canBeDelayed, delayQuoteQuery, type DelayOffers } from './delay-queries.ts'

const DAYS_FIRST = 7

/** Which instalment and how many days; what follows from that, once the choice stands still. */
export function useDelayTerms({ loans }: DelayOffers) {
  const [loanNo, chooseLoan] = useState(() => numberInLink('loanNo'))
  const [wanted, chooseDays] = useState(DAYS_FIRST)
  const possible = loans.filter(canBeDelayed)
  const chosen = possible.find(({ loan }) => loan.loanNo === loanNo) ?? possible[0]
  const days = Math.min(wanted, chosen?.daysMax ?? 1)
  const asked = { loanNo: chosen?.loan.loanNo ?? '', days }

  const key = `${asked.loanNo}/${days}`
  const isSettled = useSettledValue(key) === key
  const trial = useQuery({ ...delayQuoteQuery(asked), enabled: isSettled, retry: false })
  const quote = isSettled ? trial : { ...trial, data: undefined, error: null }
  const papers = useQuery({
    ...agreementsToSign({ eventType: '0401', delay: asked, key: quote.data?.quoteId ?? '' }),
    enabled: quote.data !== undefined,
  })
  return { chosen, chooseLoan, days, chooseDays, quote, papers }
}
