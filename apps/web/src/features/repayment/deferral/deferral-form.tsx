import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DelayQuote } from '@qingzhou/contract/delays'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen, Table } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { Num } from '@qingzhou/ui/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { dayInWords } from '#shared/pages/figures.ts'
import { Problem } from '#shared/forms/problem.tsx'
import { QueryState, type QueryStateProps } from '#shared/pages/query-state.tsx'
import { useSettledValue } from '#shared/pages/timers.ts'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { DaysChoice } from './days-choice.tsx'
import { DelayLoans } from './deferral-loans.tsx'
import {
  canBeDelayed,
  type Delayable,
  type DelayOffers,
  delayQuoteQuery,
  type useDelay,
} from './deferral-queries.ts'

interface DelayFormProps {
  offers: DelayOffers
  delaying: ReturnType<typeof useDelay>
}

/** Instalment, days, cost, agreement and confirmation of a deferral. */
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

const LIKELY = [7, 15, 30]

interface DelayDaysProps {
  days: number
  chosen: Delayable
  onChange: (days: number) => void
}

/** The number of days: frequent choices, or any up to the maximum. */
function DelayDays({ days, chosen: { daysMax, delaysLeft }, onChange }: DelayDaysProps) {
  const likely = [...new Set([...LIKELY.filter((pick) => pick < daysMax), daysMax])]
  return (
    <Card title="往后推几天" note={`这笔借款近一年还可以延期 ${delaysLeft} 次`}>
      <DaysChoice days={days} daysMax={daysMax} likely={likely} onChange={onChange} size="xl" />
    </Card>
  )
}

const DAYS_FIRST = 7

/** The instalment and days, and their debounced quote. */
function useDelayTerms({ loans }: DelayOffers) {
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

interface ConfirmDelayProps {
  quote: DelayQuote
  /** The name of the loan. */
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** A summary for the confirmation. */
function ConfirmDelay({ quote, name, ...sheet }: ConfirmDelayProps) {
  const { n, days, dueDate, newDueDate, newAmount, cost } = quote
  return (
    <Confirm {...sheet} title="确认延期" confirmLabel={`确认延期到 ${dayInWords(newDueDate)}`}>
      <div className="stack stack-3">
        <Pairs
          pairs={[
            { label: '借款', value: `${name} · 第 ${n} 期` },
            { label: '还款日', value: `${dueDate} 改为 ${newDueDate}` },
            { label: `${days} 天的利息`, value: `${displayYuan(cost)} 元` },
            { label: '到期应还', value: `${displayYuan(newAmount)} 元` },
          ]}
        />
        <p className="small ink-2">到期从还款卡自动扣款。确认后不能撤回，但随时可以提前还。</p>
      </div>
    </Confirm>
  )
}

/** The cost of the days, and the instalment before and after. */
function DelayQuoteCard({ quote }: { quote: QueryStateProps<DelayQuote>['query'] }) {
  return (
    <Card title="延期要多付的利息">
      <QueryState
        query={quote}
        skeleton={<SkeletonLines count={5} />}
        errorTitle="暂时不能这样延期"
      >
        {({ n, days, cost, dueDate, newDueDate, amount, newAmount, validOn }) => (
          <>
            <Num value={yuan(cost)} yuan size="lg" />
            <Table
              caption={`第 ${n} 期延期前后`}
              columns={[
                { label: `第 ${n} 期` },
                { label: '延期前', align: 'end' },
                { label: '延期后', align: 'end' },
              ]}
              rows={[
                { key: 'date', cells: ['还款日', dueDate, newDueDate] },
                { key: 'amount', cells: ['应还', displayYuan(amount), displayYuan(newAmount)] },
              ]}
            />
            <p className="caption ink-3">
              {`多付的是本期本金 ${days} 天的利息，不收手续费；其他各期不变。试算以今天（${validOn}）为准`}
            </p>
          </>
        )}
      </QueryState>
    </Card>
  )
}
