import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { displayYuan, fen, type Money, parseYuan, yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { AmountField, Num } from '@qingzhou/ui/money'
import { Button, Segmented, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { type Route, routes } from '#app/routes.ts'
import { back, go, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { PartPlans, type Keep } from './part-plans.tsx'
import { choosePayment } from './payment-draft.ts'
import { quoteQuery, type RepaymentQuote } from '#shared/payments/payment-quote.tsx'
import { LoanRows } from '#features/repayment/loans/loan-rows.tsx'
import { links } from '#features/repayment/links.ts'
import { overviewQuery, planQuery } from '#features/repayment/queries.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const { title } = routes.repayment.payEarly
type Kind = 'earlyFull' | 'earlyPart'

/** Early repayment in full or in part: amount today, saving, and the plan after it. */
export default function PayEarlyScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? <ChooseLoan /> : <Early loanNo={loanNo} />
}

/** A link without a loan: the borrower chooses which one. */
function ChooseLoan() {
  const overview = useQuery(overviewQuery)
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={overview} skeleton={<SkeletonCards count={2} />}>
        {({ loans }) =>
          loans.length === 0 ? (
            <Empty title="您没有待还的借款" drawing={<SettledDrawing />}>
              借款后可以随时提前还款，不收违约金
            </Empty>
          ) : (
            <LoanRows title="选择要提前还的借款" loans={loans} to={links.payEarly} />
          )
        }
      </QueryState>
    </Screen>
  )
}

function Early({ loanNo }: { loanNo: string }) {
  const plan = useQuery(planQuery(loanNo))
  const [kind, setKind] = useEntryState<Kind>('kind', 'earlyFull')
  const [typed, setTyped] = useEntryState<string>('amount', '')
  const settled = useDebouncedValue(typed)
  const [keep, setKeep] = useEntryState<Keep>('keep', 'term')
  const aim = aimOf(loanNo, { kind, amount: settled, keep })
  const quote = useQuery({ ...quoteQuery(aim), retry: false })
  const isCurrent = kind === 'earlyFull' || settled === typed

  async function goOn(route: Route) {
    if (!aim) return
    await go(route, { query: choosePayment(aim) })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      footer={
        <Button
          onPress={async () => goOn(routes.repayment.cashier)}
          {...(!(quote.data && isCurrent) && {
            unavailable: isCurrent && quote.error ? '暂不支持这样还款' : waitingText(kind, typed),
          })}
        >
          去支付 {quote.data && displayYuan(quote.data.amount)} 元
        </Button>
      }
    >
      <QueryState query={plan} skeleton={<SkeletonCards count={2} />}>
        {({ loan }) => (
          <div className="stack stack-3">
            <HowMuch
              kind={kind}
              onKind={setKind}
              typed={typed}
              onTyped={setTyped}
              payoff={loan.payoff}
            />
            {isCurrent && aim?.kind === 'earlyPart' && (
              <PartPlans aim={aim} value={keep} onChange={setKeep} />
            )}
            {aim && isCurrent && (
              <QuoteCard
                title={kind === 'earlyFull' ? '今日结清应还' : '试算'}
                query={quote}
                onCompare={async () => goOn(routes.repayment.planChange)}
              />
            )}
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

interface HowMuchProps {
  kind: Kind
  onKind: (kind: Kind) => void
  typed: string
  onTyped: (amount: string) => void
  payoff: Money
}

function HowMuch({ kind, onKind, typed, onTyped, payoff }: HowMuchProps) {
  const least = displayYuan(product.earlyPartMin)
  return (
    <Card>
      <Segmented
        label="提前还款方式"
        options={[
          { value: 'earlyFull', label: '全部结清' },
          { value: 'earlyPart', label: '还一部分' },
        ]}
        value={kind}
        onChange={onKind}
      />
      {kind === 'earlyPart' && (
        <AmountField
          label="提前还款金额"
          value={typed}
          onChange={onTyped}
          placeholder="请输入金额"
          note={`至少 ${least} 元，少于结清的 ${displayYuan(payoff)} 元`}
        />
      )}
    </Card>
  )
}

interface QuoteCardProps {
  title: string
  query: UseQueryResult<RepaymentQuote>
  onCompare: () => Promise<void>
}

function QuoteCard({ title: heading, query, onCompare }: QuoteCardProps) {
  return (
    <Card title={heading}>
      <QueryState
        query={query}
        skeleton={<SkeletonLines count={6} />}
        errorTitle="暂不支持这样还款"
      >
        {(quote) => (
          <div className="stack stack-3">
            <Num value={yuan(quote.amount)} yuan size="xl" />
            <Parts parts={quote.parts} total={{ label: '合计', amount: quote.amount }} />
            <p className="is-incoming">
              可少付利息 {displayYuan(quote.saving > 0n ? quote.saving : fen(0n))} 元，不收违约金
            </p>
            <p className="caption ink-3">金额仅限今天（{quote.validOn}）有效</p>
            <Button kind="quiet" onPress={onCompare}>
              查看还款计划的变化
            </Button>
          </div>
        )}
      </QueryState>
    </Card>
  )
}

function aimOf(
  loanNo: string,
  { kind, amount, keep }: { kind: Kind; amount: string; keep: Keep },
): RepaymentAim | undefined {
  if (kind === 'earlyFull') return { kind, loanNo }
  const parsed = parseYuan(amount)
  return parsed.ok && parsed.value > 0n ? { kind, loanNo, amount: parsed.value, keep } : undefined
}

function waitingText(kind: Kind, typed: string): Unavailable {
  return kind === 'earlyPart' && typed === ''
    ? { reason: '请输入提前还款金额', field: '提前还款金额' }
    : '正在试算'
}
