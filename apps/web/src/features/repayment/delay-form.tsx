import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { AgreementTicks } from '#shared/agreement-ticks.tsx'
import { Problem } from '#shared/problem.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { useSigning } from '#shared/use-signing.ts'
import { ConfirmDelay } from './confirm-delay.tsx'
import { DelayDays } from './delay-days.tsx'
import { DelayLoans } from './delay-loans.tsx'
import type { DelayOffers } from './delay-queries.ts'
import { DelayQuoteCard } from './delay-quote-card.tsx'
import type { useDelay } from './use-delay.ts'
import { useDelayTerms } from './use-delay-terms.ts'

export interface DelayFormProps {
  offers: DelayOffers
  delaying: ReturnType<typeof useDelay>
}

/** Which instalment, how many days, what it costs, the paper, and the last question. */
export function DelayForm({ offers, delaying }: DelayFormProps) {
  const { chosen, chooseLoan, days, chooseDays, quote, papers } = useDelayTerms(offers)
  const signing = useSigning(papers.data?.agreements ?? [])
  const [isAsking, setAsking] = useState(false)
  const { data: shown } = quote

  function ask() {
    if (signing.check()) setAsking(true)
    else toast('请先阅读并勾选延期协议')
  }

  const isReady = shown !== undefined && papers.data !== undefined
  const missing = quote.error ? '暂时不能这样延期' : '正在试算'
  return (
    <Screen
      title={routes.repayment.delay.title}
      onBack={back}
      footer={
        <Button onPress={ask} {...(!isReady && { unavailable: missing })}>
          申请延期 {days} 天
        </Button>
      }
    >
      <DelayLoans loans={offers.loans} value={chosen?.loan.loanNo} onChange={chooseLoan} />
      {chosen && <DelayDays days={days} chosen={chosen} onChange={chooseDays} />}
      <DelayQuoteCard quote={quote} />
      <Problem of={delaying.problem} />
      {shown && (
        <QueryState query={papers} skeleton={<SkeletonLines count={1} />}>
          {() => <AgreementTicks signing={signing} />}
        </QueryState>
      )}
      {shown && chosen && (
        <ConfirmDelay
          quote={shown}
          name={chosen.loan.purposeName}
          open={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={async () => delaying.delay(shown, signing.agreed)}
        />
      )}
    </Screen>
  )
}
