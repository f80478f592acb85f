import { queryOptions, useQuery } from '@tanstack/react-query'
import { loansShapes, methods } from '@qingzhou/contract/features/loans'
import { parseYuan, ZERO } from '@qingzhou/domain/money/money'
import { Card, Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { termNames } from '@qingzhou/contract/wire/names'
import { withNames } from '@qingzhou/contract/wire/renamed'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { back, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { PlanOutline } from '#shared/lending/plan-outline.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { PlanTable } from './plan-table.tsx'
import { planQuery } from '#features/repayment/queries.ts'

const { title } = routes.repayment.instalmentList

/** The plain list of instalments of a loan, or of a draw that is only quoted. */
export default function InstalmentListScreen() {
  const loanNo = numberInLink('loanNo')
  if (loanNo !== undefined) return <Listed loanNo={loanNo} />
  const terms = linkedTerms()
  return terms ? <Quoted terms={terms} /> : <MissingSubject title={title} what="这份计划" />
}

function Listed({ loanNo }: { loanNo: string }) {
  const plan = useQuery(planQuery(loanNo))
  return (
    <Screen title={title} onBack={back}>
      <section className="card">
        <QueryState query={plan} skeleton={<SkeletonLines count={12} />}>
          {({ instalments }) => (
            <PlanTable caption={title} instalments={instalments} partsOf={({ due }) => due} />
          )}
        </QueryState>
      </section>
    </Screen>
  )
}

type Terms = NonNullable<ReturnType<typeof linkedTerms>>

function Quoted({ terms }: { terms: Terms }) {
  const quote = useQuery(quotedPlanQuery(terms))
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={quote} skeleton={<SkeletonLines count={12} />} errorTitle="试算失败">
        {({ plan, totalDiscount }) => (
          <>
            <Card>
              <PlanOutline plan={plan} />
            </Card>
            <Card>
              <PlanTable
                caption={title}
                instalments={plan}
                partsOf={({ principal, interest, fee }) => ({
                  fee,
                  penalty: ZERO,
                  interest,
                  principal,
                })}
                discountOf={({ given: discount }) => discount}
              />
              <p className="caption ink-3">
                {totalDiscount > 0n && '应还已扣除优惠，利息为优惠前的金额。'}
                以放款当日为准：放款日即起息日，每月同日还款
              </p>
            </Card>
          </>
        )}
      </QueryState>
    </Screen>
  )
}

const { quote: quoteDraw } = callsOf('loans', { quote: loansShapes.quote })

function quotedPlanQuery(terms: Terms) {
  const { amount, months, method, couponNo = '' } = terms
  return queryOptions({
    queryKey: ['quoted-plan', String(amount), months, method, couponNo],
    queryFn: async ({ signal }) => quoteDraw(terms, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

/** The link is untrusted: terms that no quote accepts are none. */
function linkedTerms() {
  const {
    amount: text = '',
    months = '',
    method: name,
    couponNo,
  } = withNames(linkQuery(), termNames)
  const amount = parseYuan(text)
  const method = methods.find((known) => known === name)
  if (!amount.ok || amount.value <= 0n || !/^[1-9]\d?$/.test(months) || !method) return undefined
  const isCoupon = couponNo !== undefined && /^[\w-]{1,64}$/.test(couponNo)
  return {
    amount: amount.value,
    months: Number(months),
    method,
    couponNo: isCoupon ? couponNo : undefined,
  }
}
