import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, Segmented, Tick, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { ChevronIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf, back, numberInLink } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { Phrases } from '#shared/pages/phrases.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import './agreement-card.css'
import {
  type AgreementGroup,
  type Grouping,
  groupsOf,
  loanLabel,
  signedDay,
  signedAgreementsQuery,
  type SignedOfList,
} from './queries.ts'
import { type Sendable, SendByEmail } from './send-by-email.tsx'

const TABS = 'signed-agreements'

type Filter = 'all' | 'loan' | 'credit'

const filters: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'loan', label: '借款' },
  { value: 'credit', label: '授信' },
]

const groupings: readonly { value: Grouping; label: string }[] = [
  { value: 'date', label: '按日期' },
  { value: 'loan', label: '按借款' },
]

/** All signed agreements; several can be selected and mailed. */
export default function SignedAgreementsScreen() {
  const [filter, setFilter] = useEntryState<Filter>('filter', 'all')
  const [isSending, setSending] = useState(false)
  const about = filter === 'all' ? undefined : filter
  const query = useInfiniteQuery(signedAgreementsQuery(numberInLink('loanNo'), about))
  const picks = useChosenAgreements()
  const hasAny = (query.data?.pages[0]?.agreements.length ?? 0) > 0

  return (
    <Screen
      title={routes.agreements.signedAgreements.title}
      onBack={back}
      top={<Tabs id={TABS} label="筛选" tabs={filters} value={filter} onChange={setFilter} />}
      footer={
        hasAny && (
          <Button opensDialog onPress={() => setSending(true)} {...picks.unavailable}>
            发送到邮箱（{picks.chosen.length} 份）
          </Button>
        )
      }
    >
      <TabPanel tabs={TABS} value={filter}>
        <Paged query={query} itemsOf={({ agreements }) => agreements} empty={EMPTY_TEXTS[filter]}>
          {(agreements) => <Groups agreements={agreements} picks={picks} />}
        </Paged>
      </TabPanel>
      <SendByEmail open={isSending} agreements={picks.chosen} onClose={close} />
    </Screen>
  )

  function close() {
    setSending(false)
    picks.clear()
  }
}

interface GroupsProps {
  agreements: readonly SignedOfList[]
  picks: ReturnType<typeof useChosenAgreements>
}

function Groups({ agreements, picks }: GroupsProps) {
  const [grouping, setGrouping] = useEntryState<Grouping>('grouping', 'date')
  return (
    <div className="stack stack-3">
      <Segmented label="排列" options={groupings} value={grouping} onChange={setGrouping} />
      {groupsOf(agreements, grouping).map((group) => (
        <AgreementCard
          key={`${group.title}.${group.agreements[0]?.agreementNo ?? ''}`}
          group={group}
          isChosen={picks.isChosen}
          onChoose={picks.choose}
        />
      ))}
    </div>
  )
}

const EMPTY_TEXTS: Record<Filter, ReactNode> = {
  all: <Empty title="还没有签署过协议">申请额度或借款后，签过的协议会列在这里</Empty>,
  loan: <Empty title="还没有借款协议">借款后，借款合同等协议会列在这里</Empty>,
  credit: <Empty title="还没有授信协议">申请额度时签的协议会列在这里</Empty>,
}

/** The limit of one mail. */
const CHOSEN_MAX = 20

/** The selected agreements in order; kept over filters and pages. */
function useChosenAgreements() {
  const [chosen, setChosen] = useEntryState<readonly Sendable[]>('chosen', [])

  function isChosen({ agreementNo }: SignedOfList): boolean {
    return chosen.some((one) => one.agreementNo === agreementNo)
  }

  function choose(agreements: readonly SignedOfList[], wanted: 'in' | 'out') {
    const others = chosen.filter((one) =>
      agreements.every(({ agreementNo }) => agreementNo !== one.agreementNo),
    )
    const added = agreements.map(({ agreementNo, title }) => ({ agreementNo, title }))
    setChosen(wanted === 'in' ? [...others, ...added] : others)
  }

  return {
    chosen,
    isChosen,
    choose,
    clear: () => setChosen([]),
    unavailable: reason(chosen.length),
  }
}

function reason(count: number): { unavailable?: Unavailable } {
  if (count === 0) return { unavailable: { reason: '勾选要发送的协议', field: '协议' } }
  return count > CHOSEN_MAX ? { unavailable: `一次最多发送 ${CHOSEN_MAX} 份` } : {}
}

const address = addressOf(routes.agreements.signedAgreement)

interface AgreementCardProps {
  group: AgreementGroup
  isChosen: (agreement: SignedOfList) => boolean
  onChoose: (agreements: readonly SignedOfList[], wanted: 'in' | 'out') => void
}

/** The agreements of a month or loan; each can be opened and selected. */
function AgreementCard({ group, isChosen, onChoose }: AgreementCardProps) {
  const { title, agreements } = group
  const areAllChosen = agreements.every(isChosen)
  return (
    <Card
      flush
      title={title}
      trailing={
        <button
          type="button"
          className="agreement-all small is-primary"
          aria-label={`${areAllChosen ? '取消全选' : '全选'}：${title}`}
          onClick={() => onChoose(agreements, areAllChosen ? 'out' : 'in')}
        >
          {areAllChosen ? '取消全选' : '全选'}
        </button>
      }
    >
      <ul className="list" aria-label={title}>
        {agreements.map((agreement) => (
          <li key={agreement.agreementNo} className="agreement-row">
            <Tick
              checked={isChosen(agreement)}
              onChange={(checked) => onChoose([agreement], checked ? 'in' : 'out')}
            >
              <span className="visually-hidden">
                选择{agreement.title}，{loanLabel(agreement)}签署于 {signedDay(agreement.signedAt)}
              </span>
            </Tick>
            <a className="list-row" href={`#${address}?agreementNo=${agreement.agreementNo}`}>
              <span className="list-row-label grow">
                {agreement.title}
                {agreement.loan && (
                  <span className="list-row-note tabular">
                    <Phrases of={loanLabel(agreement) ?? ''} />
                  </span>
                )}
                <span className="list-row-note tabular">
                  签署于 {signedDay(agreement.signedAt)}
                </span>
              </span>
              <span className="list-row-chevron">
                <ChevronIcon size={20} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
