import { useQuery } from '@tanstack/react-query'
import type { ComparedInstalment, RateCut } from '@qingzhou/contract/features/repayment/rate-cuts'
import { displayYuan, subtract, sum, yuan } from '@qingzhou/domain/money/money'
import { Bars, Num, Sum } from '@qingzhou/ui/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen, Table } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back, linkQuery } from '#platform/navigation/navigation.ts'
import { formatDay, formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { type RateCutDetail, rateCutQuery } from '#shared/lending/rate-cut-query.ts'

const { title } = routes['rate-cuts'].rateCut

/** One rate cut: both rates, both plans and the difference. */
export default function RateCutScreen() {
  const cutNo = cutInLink()
  return (
    <Screen title={title} onBack={back}>
      {cutNo === undefined ? <NoSuchCut /> : <Cut cutNo={cutNo} />}
    </Screen>
  )
}

/** The number of a rate cut contains the campaign and the loan, and is long. */
function cutInLink(): string | undefined {
  const { cutNo } = linkQuery()
  return cutNo !== undefined && /^[\w-]{1,128}$/.test(cutNo) ? cutNo : undefined
}

function Cut({ cutNo }: { cutNo: string }) {
  const cut = useQuery(rateCutQuery(cutNo))
  return (
    <QueryState query={cut} skeleton={<SkeletonCards count={3} />}>
      {(detail) => <Detail detail={detail} />}
    </QueryState>
  )
}

function Detail({ detail }: { detail: RateCutDetail }) {
  const { cut, instalments, interestBefore, interestAfter } = detail
  return (
    <div className="stack stack-3">
      <CutCard cut={cut} />
      <Card title="每期利息">
        <InterestPlot instalments={instalments} />
        <Sum
          lines={[
            { label: '降息前利息合计', value: <Num value={yuan(interestBefore)} /> },
            { label: '降息后利息合计', value: <Num value={yuan(interestAfter)} /> },
          ]}
          total={{
            label: '少付',
            value: <Num value={yuan(cut.saved)} yuan size="md" tone="incoming" />,
          }}
        />
      </Card>
      <ComparedPlans instalments={instalments} />
      <ButtonLink kind="quiet" href={planChangeLink(cut.cutNo)}>
        分别查看降息前后的还款计划
      </ButtonLink>
    </div>
  )
}

function planChangeLink(cutNo: string): string {
  return `#${addressWithQuery(routes.repayment.planChange.path, { cutNo })}`
}

function NoSuchCut() {
  return (
    <Empty
      title="没有找到这次降息"
      action={
        <ButtonLink href={`#${addressOf(routes['rate-cuts'].rateCuts)}`} kind="quiet" fit>
          查看降息账单
        </ButtonLink>
      }
    >
      链接不完整，请从降息账单重新进入
    </Empty>
  )
}

/** The cut, its start and the saving. */
function CutCard({ cut }: { cut: RateCut }) {
  const { purposeName, amount, drawnOn, oldRate, newRate, from, saved, instalmentsLeft } = cut
  return (
    <Card title="少付利息">
      <Num value={yuan(saved)} yuan size="xl" tone="incoming" />
      <Pairs
        pairs={[
          {
            label: '年化利率（单利）',
            value: `由 ${formatPercent(oldRate)} 降至 ${formatPercent(newRate)}`,
          },
          { label: '生效日', value: `${from} 起` },
          { label: '按新利率的分期', value: `${instalmentsLeft} 期，还清日不变` },
          {
            label: '借款',
            value: `${purposeName} · ${displayYuan(amount)} 元 · ${formatDay(drawnOn)}借`,
          },
        ]}
      />
    </Card>
  )
}

/** A chart of the interest by instalment: the remaining part and the saving. */
function InterestPlot({ instalments }: { instalments: readonly ComparedInstalment[] }) {
  const total = (side: 'before' | 'after') =>
    displayYuan(sum(instalments.map((instalment) => instalment[side].interest)))

  return (
    <Bars
      summary={`共 ${instalments.length} 期，利息由 ${total('before')} 元降至 ${total('after')} 元`}
      bars={instalments.map(({ before, after }) => ({
        parts: [
          { size: Number(after.interest), tone: 'strong' as const },
          {
            size: Math.max(0, Number(subtract(before.interest, after.interest))),
            tone: 'quiet' as const,
          },
        ],
      }))}
      legend={[
        { name: '降息后的利息', tone: 'strong' },
        { name: '少付的利息', tone: 'quiet' },
      ]}
    />
  )
}

/** The plans before and after, by instalment. */
function ComparedPlans({ instalments }: { instalments: readonly ComparedInstalment[] }) {
  const withFee = instalments.some(({ fee }) => fee > 0n) ? '（含服务费）' : ''
  return (
    <Card title="还款计划对比" note={`每期应还${withFee}和其中的利息，单位：元`}>
      <Table
        caption="降息前后的还款计划"
        columns={[
          { label: '期数' },
          { label: '降息前', align: 'end' },
          { label: '降息后', align: 'end' },
        ]}
        rows={instalments.map(({ n, dueDate, before, after }) => ({
          key: String(n),
          cells: [
            <TwoLines key="when" upper={`第 ${n} 期`} lower={dueDate} />,
            <TwoLines
              key="before"
              upper={displayYuan(before.amount)}
              lower={`利息 ${displayYuan(before.interest)}`}
            />,
            <TwoLines
              key="after"
              upper={displayYuan(after.amount)}
              lower={`利息 ${displayYuan(after.interest)}`}
            />,
          ],
        }))}
      />
    </Card>
  )
}

/** A second line in a cell keeps the number of columns small. */
function TwoLines({ upper, lower }: { upper: string; lower: string }) {
  return (
    <span className="stack tabular">
      <span>{upper}</span>
      <span className="caption ink-3">{lower}</span>
    </span>
  )
}
