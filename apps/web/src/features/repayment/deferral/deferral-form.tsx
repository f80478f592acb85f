import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeferralQuote } from '@qingzhou/contract/features/repayment/deferrals'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Confirm } from '@qingzhou/ui/overlays'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, go, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { SigningCode, useSigningCode } from '#shared/agreements/signing-code.tsx'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { DaysChoice } from './forbearance-form.tsx'
import { QuoteCard } from './forbearance-quote.tsx'
import { DeferralLoans } from './deferral-loans.tsx'
import {
  canBeDeferred,
  type Deferrable,
  type DeferralOffers,
  deferralQuoteQuery,
  type useDeferral,
} from './deferral-queries.ts'

interface DeferralFormProps {
  offers: DeferralOffers
  deferral: ReturnType<typeof useDeferral>
}

/** Instalment, days, cost, agreement and confirmation of a deferral. */
export function DeferralForm({ offers, deferral }: DeferralFormProps) {
  const { chosen, chooseLoan, days, chooseDays, quote, toSign } = useDeferralTerms(offers)
  const signing = useSigning(toSign.data?.agreements ?? [])
  const code = useSigningCode('deferral-code')
  const [isAsking, setAsking] = useState(false)
  const { data: shown } = quote

  function ask() {
    const isTicked = signing.check()
    if (code.form.check('code') && isTicked) setAsking(true)
  }

  async function confirm(terms: Parameters<typeof deferral.deferral>[0]) {
    const dynamicCode = code.form.values.code
    const { wrongCode } = await deferral.deferral(terms, { agreed: signing.agreed, dynamicCode })
    if (wrongCode !== undefined) code.form.failCode('code', wrongCode)
  }

  const isReady = shown && toSign.data
  const missing = quote.error ? '暂不支持这样延期' : '正在试算'
  return (
    <Screen
      title={routes.repayment.deferral.title}
      onBack={back}
      onSubmit={ask}
      footer={
        <Button type="submit" {...(!isReady && { unavailable: missing })}>
          申请延期 {days} 天
        </Button>
      }
    >
      <DeferralLoans loans={offers.loans} value={chosen?.loan.loanNo} onChange={chooseLoan} />
      {chosen && <DeferralDays days={days} chosen={chosen} onChange={chooseDays} />}
      <QuoteCard query={quote} explain={explanationText}>
        {(one) => (
          <Button kind="quiet" onPress={async () => comparePlans(one)}>
            查看还款计划的变化
          </Button>
        )}
      </QuoteCard>
      <FormError of={deferral.problem} />
      <SigningCode code={code}>签署本次延期协议</SigningCode>
      {shown && (
        <QueryState query={toSign} skeleton={<SkeletonLines count={1} />}>
          {() => <AgreementTicks signing={signing} />}
        </QueryState>
      )}
      {shown && chosen && (
        <ConfirmDeferral
          quote={shown}
          name={chosen.loan.purposeName}
          open={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={async () => confirm({ loan: chosen.loan, quote: shown })}
        />
      )}
    </Screen>
  )
}

function explanationText({ days, validOn }: { days: number; validOn: string }): string {
  return `多付的是本期本金 ${days} 天的利息，不收手续费；其他各期不变。试算以今天（${validOn}）为准`
}

const FREQUENT_DAYS = [7, 15, 30]

interface DeferralDaysProps {
  days: number
  chosen: Deferrable
  onChange: (days: number) => void
}

/** The number of days: frequent choices, or any up to the maximum. */
function DeferralDays({ days, chosen: { daysMax, deferralsLeft }, onChange }: DeferralDaysProps) {
  const likely = [...new Set([...FREQUENT_DAYS.filter((pick) => pick < daysMax), daysMax])]
  return (
    <Card title="延期天数" note={`这笔借款近一年还可以延期 ${deferralsLeft} 次`}>
      <DaysChoice days={days} daysMax={daysMax} likely={likely} onChange={onChange} size="xl" />
    </Card>
  )
}

const DAYS_FIRST = 7

function daysInLink(): number {
  const { days = '' } = linkQuery()
  return /^[1-9]\d{0,2}$/.test(days) ? Number(days) : DAYS_FIRST
}

/** The instalment and days, and their debounced quote. */
function useDeferralTerms({ loans }: DeferralOffers) {
  const [loanNo, chooseLoan] = useEntryState('loanNo', () => numberInLink('loanNo'))
  const [wanted, chooseDays] = useEntryState('days', daysInLink)
  const possible = loans.filter(canBeDeferred)
  const chosen = possible.find(({ loan }) => loan.loanNo === loanNo) ?? possible[0]
  const days = Math.min(wanted, chosen?.daysMax ?? 1)
  const request = { loanNo: chosen?.loan.loanNo ?? '', days }

  const key = `${request.loanNo}/${days}`
  const isSettled = useDebouncedValue(key) === key
  const answer = useQuery({ ...deferralQuoteQuery(request), enabled: isSettled, retry: false })
  const quote = isSettled ? answer : { ...answer, data: undefined, error: null }
  const toSign = useQuery({
    ...agreementsToSign({ eventType: '0401', deferral: request, key: quote.data?.quoteId ?? '' }),
    enabled: quote.data !== undefined,
  })
  return { chosen, chooseLoan, days, chooseDays, quote, toSign }
}

interface ConfirmDeferralProps {
  quote: DeferralQuote
  /** The name of the loan. */
  name: string
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** A summary for the confirmation. */
function ConfirmDeferral({ quote, name, ...sheet }: ConfirmDeferralProps) {
  const { n, days, dueDate, newDueDate, newAmount, cost } = quote
  return (
    <Confirm {...sheet} title="确认延期" confirmLabel={`确认延期到 ${formatDay(newDueDate)}`}>
      <div className="stack stack-3">
        <Pairs
          pairs={[
            { label: '借款', value: `${name} · 第 ${n} 期` },
            { label: '还款日', value: `${dueDate} 改为 ${newDueDate}` },
            { label: `${days} 天的利息`, value: `${displayYuan(cost)} 元` },
            { label: '到期应还', value: `${displayYuan(newAmount)} 元` },
          ]}
        />
        <p className="small ink-2">到期从还款卡自动扣款。确认后不能撤回，但可随时提前还款。</p>
      </div>
    </Confirm>
  )
}

/** The choice is put into the address first, so that the way back finds it again. */
async function comparePlans({ loanNo, days }: DeferralQuote): Promise<void> {
  const query = { loanNo, days: String(days) }
  await go(routes.repayment.deferral, { query, replace: true })
  await go(routes.repayment.planChange, { query })
}
