import type { ProposalRow } from '@qingzhou/contract/features/console/proposals'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import type { ListPlace } from '@qingzhou/contract/wire/list'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { proposalMessages, stateNames } from '#shared/catalogue/proposals.ts'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { useKeys } from '#platform/keys.ts'
import { language } from '#platform/language.ts'
import { ActDrawer } from '#shared/proposals/act-drawer.tsx'
import { proposals } from '#shared/proposals/calls.ts'
import { refreshCounts } from '#shared/queues/calls.ts'
import { nameIn } from '#shared/proposals/names.ts'
import { Empty, Part } from '#shared/parts/states.tsx'
import { ProposalPanel } from './proposal-panel.tsx'

const shows = ['me', 'mine', 'all'] as const
type Show = (typeof shows)[number]

const filtersOf = {
  me: { waiting: 'me' },
  mine: { proposedBy: 'me' },
  all: {},
} as const satisfies Record<Show, object>

const PAGE = 50

/** What waits for this member, and the chosen proposal beside it. */
export default function InboxScreen() {
  const { proposalNo, customer } = useParams<{ proposalNo?: string; customer?: string }>()
  const [search] = useSearchParams()
  const [, go] = useLocation()
  const show = shows.find((one) => one === search.get('show')) ?? 'me'
  const list = useProposals(show)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const at = rows.findIndex((row) => row.proposalNo === proposalNo)
  const move = (step: 1 | -1) => {
    const next = at === -1 ? rows[0] : rows[at + step]
    if (next) go(addressOf(next.proposalNo, show))
  }
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
  })
  const messages = useMessages(proposalMessages)
  return (
    <div className="sheet sheet-inbox">
      <div className="col">
        <Head show={show} count={rows.length} />
        <Part query={list}>
          {() => <Items rows={rows} chosen={proposalNo} show={show} list={list} />}
        </Part>
        <KeysFoot />
      </div>
      {proposalNo === undefined ? (
        <section className="col">
          <Empty title={messages.choose} icon="inbox" />
        </section>
      ) : (
        <ProposalPanel key={proposalNo} proposalNo={proposalNo} />
      )}
      {customer !== undefined && (
        <ActDrawer
          start={{ customer, loanNo: search.get('loan') ?? '' }}
          onClose={() => (history.length > 1 ? history.back() : go('/inbox'))}
          onDone={(made) => go(made === undefined ? '/inbox' : `/inbox/${made}?show=mine`)}
        />
      )}
    </div>
  )
}

function addressOf(proposalNo: string, show: Show): string {
  return `/inbox/${proposalNo}?show=${show}`
}

function Items({
  rows,
  chosen,
  show,
  list,
}: {
  readonly rows: readonly ProposalRow[]
  readonly chosen: string | undefined
  readonly show: Show
  readonly list: Pick<ReturnType<typeof useProposals>, 'hasNextPage' | 'fetchNextPage'>
}) {
  const messages = useMessages(proposalMessages)
  if (rows.length === 0) {
    return (
      <Empty title={messages.emptyTitle}>
        <p>{messages.emptyHint}</p>
      </Empty>
    )
  }
  return (
    <nav className="ruled scroll grow" aria-label={messages[label[show]]}>
      {rows.map((row) => (
        <Item
          key={row.proposalNo}
          row={row}
          href={addressOf(row.proposalNo, show)}
          isCurrent={row.proposalNo === chosen}
        />
      ))}
      {list.hasNextPage && (
        <button type="button" className="act act-bare" onClick={() => void list.fetchNextPage()}>
          {messages.more}
        </button>
      )}
    </nav>
  )
}

function KeysFoot() {
  const keys = useMessages(shellMessages)
  const messages = useMessages(proposalMessages)
  return (
    <div className="foot foot-thin side-edge">
      <span className="row row-1">
        <kbd className="kbd">j</kbd>
        <kbd className="kbd">k</kbd> {keys.keyMove}
      </span>
      <span className="row row-1">
        <kbd className="kbd">a</kbd> {keys.keyApprove}
      </span>
      <span className="row row-1">
        <kbd className="kbd">r</kbd> {messages.keyRefuse}
      </span>
    </div>
  )
}

const label = { me: 'waitingForMe', mine: 'mine', all: 'all' } as const

function useProposals(show: Show) {
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: ['proposals', show],
    initialPageParam: undefined as ListPlace | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await proposals.list(
        {
          filters: filtersOf[show],
          sort: { by: 'proposedAt', order: show === 'me' ? 'up' : 'down' },
          limit: PAGE,
          ...(pageParam && { after: pageParam }),
        },
        signal,
      )
      refreshCounts(client)
      return page
    },
    getNextPageParam: ({ next }) => next,
  })
}

function Head({ show, count }: { readonly show: Show; readonly count: number }) {
  const messages = useMessages(proposalMessages)
  const [, go] = useLocation()
  return (
    <>
      <div className="head side-edge">
        <h1 className="h1">{messages[label[show]]}</h1>
        <span className="c3">{count}</span>
        <span className="push cap c3">{show === 'me' && messages.oldestFirst}</span>
      </div>
      <div className="filters filters-s side-edge under">
        {shows.map((one) => (
          <button
            key={one}
            type="button"
            className="filter"
            aria-pressed={one === show}
            onClick={() => go(`/inbox?show=${one}`)}
          >
            {messages[label[one]]}
          </button>
        ))}
      </div>
    </>
  )
}

function Item({
  row,
  href,
  isCurrent,
}: {
  readonly row: ProposalRow
  readonly href: string
  readonly isCurrent: boolean
}) {
  const messages = useMessages(proposalMessages)
  const shown = language.use()
  const { kind, amount, customer, member, proposalNo, proposedBy, proposedAt, isMoved, state } = row
  return (
    <Link className="item" href={href} aria-current={isCurrent ? 'true' : undefined}>
      <div className="row between">
        <b className="strong">{nameIn(kindNames, kind, shown)}</b>
        {amount > 0n && <span>{amountText(amount)}</span>}
      </div>
      <div className="row between cap c2">
        <span>{customer?.name ?? member}</span>
        <span className="c3">{proposalNo}</span>
      </div>
      <div className="row cap c3">
        <span>{proposedBy}</span>
        <span>{momentText(proposedAt)}</span>
        <span className="push">
          {isMoved && <span className="state state-wait">{messages.moved}</span>}
          {state !== 'proposed' && (
            <span className="state">{nameIn(stateNames, state, shown)}</span>
          )}
        </span>
      </div>
    </Link>
  )
}
