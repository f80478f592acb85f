import { useQuery } from '@tanstack/react-query'
import type { BillConversionQuote } from '@qingzhou/contract/features/restructure'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, OptionList, Segmented } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Num, Sum } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back, go, numberInLink } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay, formatPercent } from '#shared/pages/figures.ts'
import { PlanOutline, WholePlanButton } from '#shared/lending/plan-outline.tsx'
import { QueryState, type QueryStateProps } from '#shared/pages/query-state.tsx'
import type { ConversionOffers } from '#features/restructure/queries.ts'
import {
  canBeConverted,
  conversionOffersQuery,
  conversionQuoteQuery,
} from './conversion-queries.ts'
import { links } from '#features/restructure/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

/** Converts one bill into instalments: which bill, how many months, what cost. */
export default function ChooseConversionScreen() {
  const offers = useQuery(conversionOffersQuery)
  if (offers.data?.bills.some(canBeConverted)) return <ConversionForm offers={offers.data} />
  return (
    <Screen title={routes.restructure.chooseSecondPlan.title} onBack={back}>
      <QueryState query={offers} skeleton={<SkeletonCards count={3} />}>
        {({ bills }) => <NoConvertibleBill bills={bills} />}
      </QueryState>
    </Screen>
  )
}

/** No bill can be converted: the reasons by loan, and the alternatives. */
function NoConvertibleBill({ bills }: Pick<ConversionOffers, 'bills'>) {
  const isLate = bills.some(({ loan }) => loan.state === 'overdue')
  return (
    <div className="stack stack-3">
      <Empty
        title="现在没有可以分期的账单"
        action={
          isLate ? (
            <ButtonLink href={links.chooseBills} fit>
              申请个性化分期
            </ButtonLink>
          ) : (
            <ButtonLink href={links.repayHome} kind="quiet" fit>
              返回还款首页
            </ButtonLink>
          )
        }
      >
        {isLate ? '账单已经逾期，可以申请个性化分期' : '本期账单出来后、到期之前，可以在这里分期'}
      </Empty>
      {bills.length > 0 && (
        <Card flush title="不能分期的原因">
          <List label="不能分期的借款">
            {bills.map(({ loan, refusal }) => (
              <ListRow
                key={loan.loanNo}
                label={`${loan.purposeName} · ${displayYuan(loan.amount)} 元`}
                note={refusal}
              />
            ))}
          </List>
        </Card>
      )}
      <ServiceContact>还款有困难？可与我们协商</ServiceContact>
    </div>
  )
}

type Bill = ConversionOffers['bills'][number]

/** The bill, the months and the cost. */
function ConversionForm({ offers: { bills, months: offered } }: { offers: ConversionOffers }) {
  const [wanted, chooseLoan] = useEntryState('loanNo', () => numberInLink('loanNo'))
  const [picked, chooseMonths] = useEntryState<string | undefined>('months', undefined)
  const possible = bills.filter(canBeConverted)
  const chosen = possible.find(({ loan }) => loan.loanNo === wanted) ?? possible[0]
  const months = Number(picked ?? offered[0])
  const loanNo = chosen?.loan.loanNo ?? ''
  const quote = useQuery({ ...conversionQuoteQuery({ loanNo, months }), retry: false })

  async function next() {
    await go(routes.restructure.signSecondPlan, { query: { loanNo, months: String(months) } })
  }

  const missing = quote.error ? '暂不支持这样分期' : '正在试算'
  return (
    <Screen
      title={routes.restructure.chooseSecondPlan.title}
      onBack={back}
      footer={
        <Button onPress={next} {...(!quote.data && { unavailable: missing })}>
          分 {months} 期，去签约
        </Button>
      }
    >
      <Card title="选择账单">
        <OptionList
          legend="选择账单"
          hideLegend
          options={bills.map(optionOf)}
          value={loanNo}
          onChange={chooseLoan}
        />
      </Card>
      <Card title="选择期数">
        <Segmented
          label="选择期数"
          options={offered.map((count) => ({ value: String(count), label: `${count} 期` }))}
          value={String(months)}
          onChange={chooseMonths}
        />
      </Card>
      <ConversionQuoteCard quote={quote} />
    </Screen>
  )
}

function optionOf({ loan, bill, refusal }: Bill) {
  return {
    value: loan.loanNo,
    label: bill
      ? `${loan.purposeName} · 第 ${bill.n} 期 ${displayYuan(bill.amount)} 元`
      : `${loan.purposeName} · ${displayYuan(loan.amount)} 元`,
    ...(bill && { note: `${formatDay(bill.dueDate)} 到期` }),
    unavailable: refusal,
  }
}

/** The extra cost comes before the relief. */
function ConversionQuoteCard({ quote }: { quote: QueryStateProps<BillConversionQuote>['query'] }) {
  return (
    <Card title="比到期一次还清多付">
      <div className="quote">
        <QueryState
          query={quote}
          skeleton={<SkeletonLines count={6} label="正在试算" />}
          errorTitle="暂不支持这样分期"
        >
          {(shown) => <Figures quote={shown} />}
        </QueryState>
      </div>
    </Card>
  )
}

function Figures({ quote }: { quote: BillConversionQuote }) {
  const { n, amount, totalInterest, totalAmount, annualRate, annualCost, plan, validOn } = quote
  return (
    <div className="stack stack-3">
      <Num value={yuan(totalInterest)} yuan size="lg" />
      <Sum
        lines={[
          { label: `第 ${n} 期账单`, value: <Num value={yuan(amount)} /> },
          { label: '分期利息', value: <Num value={yuan(totalInterest)} /> },
        ]}
        total={{ label: '还款合计', value: <Num value={yuan(totalAmount)} yuan size="md" /> }}
      />
      <Pairs
        pairs={[
          { label: '年化利率（单利）', value: formatPercent(annualRate) },
          ...(formatPercent(annualCost) === formatPercent(annualRate)
            ? []
            : [{ label: '综合年化成本（单利）', value: formatPercent(annualCost) }]),
        ]}
      />
      <div className="ruled">
        <PlanOutline plan={plan} />
      </div>
      <WholePlanButton
        plan={plan}
        note={`以今天（${validOn}）签约为准，不收手续费；其他各期账单照常还`}
      />
    </div>
  )
}
