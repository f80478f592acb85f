import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BillInstalment, LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, subtract } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, ButtonPair, type Unavailable } from '@qingzhou/ui/inputs'
import { Banner, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, go, numberInLink } from '#platform/navigation/navigation.ts'
import {
  InstalmentPicks,
  NothingToPay,
  payableOf,
  type InstalmentPick,
  usePicks,
} from '#shared/payments/instalment-picks.tsx'
import {
  PaymentQuoteCard,
  quoteQuery,
  type RepaymentQuote,
} from '#shared/payments/payment-quote.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { choosePayment } from './payment-draft.ts'
import { type AllDue, allDueQuery } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'

/** The selected instalments and their total; leads to the cashier. */
export default function PayInstalmentsScreen() {
  const due = useQuery(allDueQuery)
  const { loans, payable, next } = openOn(due.data, numberInLink('loanNo'))
  const { picks, isPicked, toggle } = usePicks(payable)
  const early = due.data ? pickedEarly(loans, { today: due.data.today, isPicked }) : []
  // Nothing picked is due: settling costs less interest, and waiting costs nothing.
  const settle = early.length === picks.length ? early[0]?.loan : undefined
  const aim = picks.length > 0 ? ({ kind: 'due', picks } as const) : undefined
  const quote = useQuery({ ...quoteQuery(aim && { ...aim, picks: [...picks] }), retry: false })

  async function pay() {
    if (!aim) return
    await go(routes.repayment.cashier, {
      query: choosePayment({ kind: 'due', picks: [...picks] }),
    })
  }

  return (
    <Screen
      title={routes.repayment.payInstalments.title}
      onBack={back}
      footer={
        payable.length > 0 && (
          <PayOrSettle settle={settle}>
            <Button
              kind={settle ? 'quiet' : 'primary'}
              onPress={pay}
              {...unavailable(picks, quote)}
            >
              去支付 {quote.data && displayYuan(quote.data.amount)} 元
            </Button>
          </PayOrSettle>
        )
      }
    >
      <QueryState query={due} skeleton={<SkeletonCards count={2} />}>
        {({ today }) =>
          payable.length === 0 ? (
            <Nothing next={next} />
          ) : (
            <div className="stack stack-3">
              {loans.map(({ loan, instalments }) => (
                <InstalmentPicks
                  key={loan.loanNo}
                  title={loan.purposeName}
                  instalments={instalments}
                  today={today}
                  picks={{ isPicked, toggle }}
                />
              ))}
              <p className="caption ink-3">请从最早一期还起；选后面的期数会自动勾选前面各期</p>
              {early.map((one) => (
                <EarlyNotice key={`${one.loan.loanNo}.${one.instalment.n}`} {...one} />
              ))}
              {aim && <PaymentQuoteCard query={quote} />}
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}

/** The payable instalments by loan, and the next one, which may not be open yet. */
function openOn(due: AllDue | undefined, only: string | undefined) {
  const all = (due?.loans ?? [])
    .filter(({ loan }) => only === undefined || loan.loanNo === only)
    .map(({ loan, instalments }) => ({ loan, instalments: payableOf(instalments, loan.next?.n) }))
  const isOpen = ({ payableFrom }: BillInstalment) => due !== undefined && payableFrom <= due.today
  const loans = all
    .map(({ loan, instalments }) => ({ loan, instalments: instalments.filter(isOpen) }))
    .filter(({ instalments }) => instalments.length > 0)
  const payable = loans.flatMap(({ instalments }) => instalments)
  const [next] = all
    .flatMap(({ instalments }) => instalments)
    .toSorted((one, other) => (one.payableFrom < other.payableFrom ? -1 : 1))
  return { loans, payable, next }
}

type OfLoan = { readonly loan: LoanSummary; readonly instalment: BillInstalment }

/** The picked instalments that are not due yet. */
function pickedEarly(
  loans: readonly { loan: LoanSummary; instalments: readonly BillInstalment[] }[],
  {
    today,
    isPicked,
  }: { readonly today: LocalDate; readonly isPicked: (one: BillInstalment) => boolean },
): OfLoan[] {
  return loans.flatMap(({ loan, instalments }) =>
    instalments
      .filter((instalment) => isPicked(instalment) && instalment.dueDate > today)
      .map((instalment) => ({ loan, instalment })),
  )
}

/** What paying before the due date costs, beside settling the loan today. */
function EarlyNotice({ loan, instalment: { n, dueDate, due, paid, waived } }: OfLoan) {
  const { payoff, principalLeft } = loan
  const interest = subtract(subtract(due.interest, paid.interest), waived.interest)
  return (
    <Banner>
      {`第 ${n} 期还未到期（${dueDate} 到期），提前还这一期仍收整期利息 ${displayYuan(interest)} 元，与到期日还款相同。` +
        `今天提前结清共 ${displayYuan(payoff)} 元，其中息费 ${displayYuan(subtract(payoff, principalLeft))} 元，利息只计算到今天。`}
    </Banner>
  )
}

function PayOrSettle({
  settle,
  children,
}: {
  settle: LoanSummary | undefined
  children: ReactNode
}) {
  if (!settle) return children
  return (
    <ButtonPair>
      {children}
      <ButtonLink href={links.payEarly(settle.loanNo)}>提前结清</ButtonLink>
    </ButtonPair>
  )
}

function Nothing({ next }: { next: BillInstalment | undefined }) {
  return next ? (
    <NothingToPay next={next} payEarly={links.payEarly(next.loanNo)} />
  ) : (
    <Empty title="没有待还的账单" drawing={<SettledDrawing />} />
  )
}

function unavailable(
  picks: readonly InstalmentPick[],
  { data, error }: UseQueryResult<RepaymentQuote>,
): { unavailable?: Unavailable } {
  if (picks.length === 0) return { unavailable: { reason: '请选择要还的分期', field: '分期' } }
  if (error) return { unavailable: '暂不能还这一期' }
  return data ? {} : { unavailable: '正在计算应还金额' }
}
