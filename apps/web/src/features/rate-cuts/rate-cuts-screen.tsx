import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { rateCutsShapes, type RateCut } from '@qingzhou/contract/features/repayment/rate-cuts'
import { callsOf } from '#platform/api/api.ts'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back } from '#platform/navigation/navigation.ts'
import { formatDay, formatPercent } from '#shared/pages/figures.ts'
import { Paged } from '#shared/pages/paged.tsx'

const { list } = callsOf('rate-cuts', { list: rateCutsShapes.list })

const rateCutsQuery = infiniteQueryOptions({
  queryKey: ['rate-cuts'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) => list({ pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
})

/** The loans with a rate cut and the total saving. */
export default function RateCutsScreen() {
  const cuts = useInfiniteQuery(rateCutsQuery)
  const saved = cuts.data?.pages[0]?.savedTotal
  return (
    <Screen title={routes['rate-cuts'].rateCuts.title} onBack={back}>
      <Paged query={cuts} itemsOf={(page) => page.cuts} empty={<NoCut />}>
        {(items) => (
          <>
            {saved !== undefined && (
              <Card title="降息累计少付利息">
                <Num value={yuan(saved)} yuan size="xl" tone="incoming" />
                <p className="small ink-2">按现在的还款计划计算，提前还款会有变化</p>
              </Card>
            )}
            <Card flush title="已降息的借款">
              <List label="已降息的借款">
                {items.map((cut) => (
                  <CutRow key={cut.cutNo} cut={cut} />
                ))}
              </List>
            </Card>
          </>
        )}
      </Paged>
    </Screen>
  )
}

function CutRow({ cut }: { cut: RateCut }) {
  const { cutNo, purposeName, amount, oldRate, newRate, from, saved } = cut
  return (
    <ListRow
      label={`${purposeName} · ${displayYuan(amount)} 元`}
      note={
        <span className="stack">
          <span>
            由 {formatPercent(oldRate)} 降至 {formatPercent(newRate)}
          </span>
          <span>{formatDay(from)}起</span>
        </span>
      }
      value={
        <span className="stack tabular">
          <strong>{displayYuan(saved)}</strong>
          <span className="caption ink-3">少付利息</span>
        </span>
      }
      href={`#${addressWithQuery(routes['rate-cuts'].rateCut.path, { cutNo })}`}
    />
  )
}

function NoCut() {
  return (
    <Empty
      title="您的借款还没有降息"
      action={
        <ButtonLink href={`#${addressOf(routes.repayment.channelAllBills)}`} kind="quiet" fit>
          查看我的账单
        </ButtonLink>
      }
    >
      降息由我们主动调整，无需申请，也不收费；降息后会短信通知您
    </Empty>
  )
}
