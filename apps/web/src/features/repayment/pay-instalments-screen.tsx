import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Num } from '@qingzhou/ui/number'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards, SkeletonLines } from '@qingzhou/ui/skeleton'
import { Tick } from '@qingzhou/ui/tick'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import { QueryState } from '#shared/query-state.tsx'
import { numberInLink } from '#shared/number-in-link.ts'
import { Parts } from '#shared/bill-parts.tsx'
import { choosePayment } from './pay-draft.ts'
import { allDueQuery, quoteQuery, type RepaymentQuote } from './queries.ts'
import { InstalmentChip } from './state-chip.tsx'
import { to } from './to.ts'
import { usePicks, type Pick } from './use-picks.ts'

/** Chosen instalments, what they come to, and on to the cashier. */
export default function PayInstalmentsScreen() {
  const due = useQuery(allDueQuery)
  const only = numberInLink('loanNo')
  const loans = (due.data?.loans ?? []).filter(
    ({ loan }) => only === undefined || loan.loanNo === only,
  )
  const payable = loans.flatMap(({ loan, instalments }) => payableOf(instalments, loan.next?.n))
  const { picks, isPicked, toggle } = usePicks(payable)
  const aim = picks.length > 0 ? ({ kind: 'due', picks } as const) : undefined
  const quote = useQuery({ ...quoteQuery(aim && { ...aim, picks: [...picks] }), retry: false })

  async function pay() {
    if (!aim) return
    choosePayment({ kind: 'due', picks: [...picks] })
    await go(routes.repayment.cashier)
  }

  return (
    <Screen
      title={routes.repayment.payInstalments.title}
      onBack={back}
      footer={
        payable.length > 0 && (
          <Button onPress={pay} {...unavailable(picks, quote)}>
            去支付 {quote.data && displayYuan(quote.data.amount)} 元
          </Button>
        )
      }
    >
      <QueryState query={due} skeleton={<SkeletonCards count={2} />}>
        {({ today }) =>
          payable.length === 0 ? (
            <Empty title="没有要还的账单" drawing={<SettledDrawing />}>
              下一期出账后可以在这里还款
            </Empty>
          ) : (
            <div className="stack stack-3">
              {loans.map(({ loan, instalments }) => (
                <LoanPicks
                  key={loan.loanNo}
                  title={loan.purposeName}
                  instalments={payableOf(instalments, loan.next?.n)}
                  today={today}
                  picks={{ isPicked, toggle }}
                />
              ))}
              <p className="caption ink-3">还款从最早一期开始，选后面的会一并选上前面的</p>
              {aim && <QuoteCard query={quote} />}
              {quote.error && <PayEarlier picks={picks} />}
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}

function LoanPicks({
  title,
  instalments,
  today,
  picks: { isPicked, toggle },
}: {
  title: string
  instalments: readonly BillInstalment[]
  today: LocalDate
  picks: Omit<ReturnType<typeof usePicks>, 'picks'>
}) {
  return (
    <Card title={title}>
      {instalments.map((instalment) => (
        <Tick key={instalment.n} checked={isPicked(instalment)} onChange={() => toggle(instalment)}>
          <InstalmentLine instalment={instalment} today={today} />
        </Tick>
      ))}
    </Card>
  )
}

function QuoteCard({ query }: { query: UseQueryResult<RepaymentQuote> }) {
  return (
    <Card title="本次应还">
      <QueryState
        query={query}
        skeleton={<SkeletonLines count={5} />}
        errorTitle="暂时不能还这一期"
      >
        {({ amount, parts }) => (
          <>
            <Num value={yuan(amount)} yuan size="lg" />
            <Parts parts={parts} total={{ label: '合计', amount }} />
          </>
        )}
      </QueryState>
    </Card>
  )
}

/** A bill whose time has not begun can't be paid as one, but its loan can be repaid early. */
function PayEarlier({ picks: [first] }: { picks: readonly Pick[] }) {
  if (!first) return null
  return (
    <ButtonLink kind="quiet" href={to.payEarly(first.loanNo)}>
      提前还款
    </ButtonLink>
  )
}

function InstalmentLine({ instalment, today }: { instalment: BillInstalment; today: LocalDate }) {
  const { n, months, dueDate, payableFrom, amount, state, daysOverdue } = instalment
  return (
    <span className="row row-between grow">
      <span className="stack">
        <span className="row">
          第 {n}/{months} 期 <InstalmentChip state={state} daysOverdue={daysOverdue} />
        </span>
        <span className="caption ink-3 tabular">
          {dueDate} 到期{payableFrom > today && `，${dayInWords(payableFrom)}起可还`}
        </span>
      </span>
      <strong className="tabular">{displayYuan(amount)}</strong>
    </span>
  )
}

/** What is due or late, and the one whose time has begun: later ones are an early repayment. */
function payableOf(
  instalments: readonly BillInstalment[],
  next: number | undefined,
): readonly BillInstalment[] {
  const late = instalments.filter(({ state }) => state === 'overdue' || state === 'due')
  const last = late.at(-1)?.n ?? (next ?? 0) - 1
  return instalments.filter(({ n }) => n <= last + 1)
}

function unavailable(
  picks: readonly Pick[],
  { data, error }: UseQueryResult<RepaymentQuote>,
): { unavailable?: string } {
  if (picks.length === 0) return { unavailable: '请选择要还的分期' }
  if (error) return { unavailable: '暂时不能还这一期' }
  return data ? {} : { unavailable: '正在计算应还金额' }
}
