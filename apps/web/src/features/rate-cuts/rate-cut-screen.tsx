import { useQuery } from '@tanstack/react-query'
import { yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Empty } from '@qingzhou/ui/empty'
import { Num } from '@qingzhou/ui/number'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { Sum } from '@qingzhou/ui/sum'
import { routes } from '#app/routes.ts'
import { addressOf, back, linkQuery } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { ComparedPlans } from './compared-plans.tsx'
import { CutCard } from './cut-card.tsx'
import { InterestPlot } from './interest-plot.tsx'
import { rateCutQuery, type RateCutDetail } from './queries.ts'

const { title } = routes['rate-cuts'].rateCut

/** One cut: both rates, both plans, and what lies between them. */
export default function RateCutScreen() {
  const cutNo = cutInLink()
  return (
    <Screen title={title} onBack={back}>
      {cutNo === undefined ? <NoSuchCut /> : <Cut cutNo={cutNo} />}
    </Screen>
  )
}

/** A cut has the number of the whole undertaking and of its loan in it, and is long. */
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
    </div>
  )
}

function NoSuchCut() {
  return (
    <Empty
      title="没有找到这次降息"
      action={
        <ButtonLink href={`#${addressOf(routes['rate-cuts'].rateCuts)}`} kind="quiet" fit>
          看降息账单
        </ButtonLink>
      }
    >
      链接不完整，请从降息账单重新进入
    </Empty>
  )
}
