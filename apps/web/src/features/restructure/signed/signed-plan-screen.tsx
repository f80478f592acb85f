import { useQuery } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type {
  PlanDetail,
  PlanDetail as Detail,
  SignedPlan,
} from '@qingzhou/contract/features/restructure'
import { sum, yuan } from '@qingzhou/domain/money/money'
import { product as figures } from '@qingzhou/domain/product'
import { Banner, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { DocumentIcon } from '@qingzhou/ui/graphics'
import { Num, Sum } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { numberInLink, back } from '#platform/navigation/navigation.ts'
import { signedPlanQuery } from '#features/restructure/queries.ts'
import { convertedPlanQuery } from '#features/restructure/bill-conversion/conversion-queries.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { InstalmentRows } from '#shared/lending/instalment-rows.tsx'
import { product } from '#shared/pages/service/product.ts'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import type { QueryStateProps } from '#shared/pages/query-state.tsx'
import { links } from '#features/restructure/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { PlanHeadline } from './plan-headline.tsx'

const { defaultAfterUnpaid } = figures.personalisedPlan

/** The number visible at once on a phone. */
const SHOWN = 6

const convertedTitle = routes.restructure.convertedPlan.title

const { title } = routes.restructure.signedPlan

export default function SignedPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份分期" />
  ) : (
    <Plan loanNo={loanNo} />
  )
}

function Plan({ loanNo }: { loanNo: string }) {
  return <SignedPlanDetail title={title} query={useQuery(signedPlanQuery(loanNo))} />
}

/** A converted bill: a signed plan with its original bill. */
export function ConvertedPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={convertedTitle} what="这份分期" />
  ) : (
    <ConvertedPlan loanNo={loanNo} />
  )
}

function ConvertedPlan({ loanNo }: { loanNo: string }) {
  return <SignedPlanDetail title={convertedTitle} query={useQuery(convertedPlanQuery(loanNo))} />
}

interface PlanDetailProps {
  title: string
  query: QueryStateProps<Detail>['query']
}

/** One signed plan: open amount, state, instalments, origin and agreements. */
function SignedPlanDetail({ title, query }: PlanDetailProps) {
  return (
    <Screen title={title} onBack={back} footer={query.data && actionsOf(query.data)}>
      <PullToRefresh onRefresh={query.refetch}>
        <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
          {(detail) => (
            <div className="stack stack-3">
              <DefaultNotice plan={detail.plan} />
              <PlanHeadline detail={detail} />
              <PlanInstalments instalments={detail.instalments} />
              <PlanOrigin detail={detail} />
              <PlanAgreements agreements={detail.agreements} />
              <ServiceContact>对分期有疑问？</ServiceContact>
            </div>
          )}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

/** Overdue instalments are paid first; only a plan without them can be repaid early. */
function actionsOf({ plan: { state, loanNo } }: Detail) {
  if (state === 'settled') return undefined
  if (state !== 'open') return <ButtonLink href={links.repayPlan(loanNo)}>去还款</ButtonLink>
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={links.payEarly(loanNo)}>
        提前还款
      </ButtonLink>
      <ButtonLink href={links.repayPlan(loanNo)}>还款</ButtonLink>
    </ButtonPair>
  )
}

/** The signed agreements as PDF. */
function PlanAgreements({ agreements }: Pick<PlanDetail, 'agreements'>) {
  if (agreements.length === 0) return null
  return (
    <Card flush title="协议">
      <List label="协议">
        {agreements.map(({ agreementNo, title }) => (
          <ListRow
            key={agreementNo}
            glyph={<DocumentIcon size={20} />}
            label={title}
            href={links.pdf(agreementNo)}
          />
        ))}
      </List>
    </Card>
  )
}

/** The consequences of a plan default and the next action. */
function DefaultNotice({ plan: { state, defaultedOn } }: { plan: SignedPlan }) {
  if (state !== 'broken') return null
  return (
    <Banner
      tone="overdue"
      action={<a href={`tel:${product.servicePhone}`}>致电 {product.servicePhone} 协商还款</a>}
    >
      <span className="stack stack-1">
        <strong>分期已{defaultedOn && `于 ${formatDay(defaultedOn)} `}终止</strong>
        <span>
          {`有 ${defaultAfterUnpaid} 期到期未还，按协议，剩余本金和截至当天的利息现需一次还清，之后各期的利息不再收取。`}
        </span>
        <span>未还清前按日计罚息；已还款项不受影响。一次还清有困难的，请尽早联系我们。</span>
      </span>
    </Banner>
  )
}

/** The instalments around the next one; all on request. */
function PlanInstalments({ instalments }: { instalments: readonly BillInstalment[] }) {
  const [isWhole, setWhole] = useEntryState('isWhole', instalments.length <= SHOWN)
  return (
    <div className="stack stack-2">
      <InstalmentRows
        title="各期账单"
        instalments={isWhole ? instalments : aroundNext(instalments)}
      />
      {!isWhole && (
        <Button kind="text" onPress={() => setWhole(true)}>
          查看全部 {instalments.length} 期
        </Button>
      )}
    </div>
  )
}

function aroundNext(instalments: readonly BillInstalment[]): readonly BillInstalment[] {
  const next = instalments.findIndex(({ state }) => state !== 'settled')
  const latest = instalments.length - SHOWN
  const from = next === -1 ? latest : Math.min(Math.max(next - 1, 0), latest)
  return instalments.slice(from, from + SHOWN)
}

type Origin = PlanDetail['from'][number]

/** The consolidated amounts and their total. */
function PlanOrigin({ detail: { plan, from } }: { detail: PlanDetail }) {
  return (
    <Card
      title={plan.kind === 'billConversion' ? '由这期账单分期而来' : '由这些借款合并而来'}
      note="原账单已结清，无需再还"
    >
      <Sum
        lines={from.map((origin) => ({
          label: <a href={links.iou(origin.loanNo)}>{nameOf(origin)}</a>,
          value: <Num value={yuan(origin.amount)} />,
        }))}
        total={{
          label: '签约金额',
          value: <Num value={yuan(sum(from.map(({ amount }) => amount)))} yuan size="md" />,
        }}
      />
    </Card>
  )
}

function nameOf({ loanNo, n }: Origin): string {
  const loan = `借据（尾号 ${loanNo.slice(-4)}）`
  return n === undefined ? loan : `${loan} 第 ${n} 期`
}
