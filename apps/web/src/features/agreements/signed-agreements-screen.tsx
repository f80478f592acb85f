import { useState } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { Segmented } from '@qingzhou/ui/segmented'
import { TabPanel, Tabs } from '@qingzhou/ui/tabs'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import { Paged } from '#shared/paged.tsx'
import { AgreementCard } from './agreement-card.tsx'
import { groupsOf, type Grouping } from './agreement-groups.ts'
import { signedAgreementsQuery, type SignedOfList } from './queries.ts'
import { SendByEmail } from './send-by-email.tsx'
import { useChosenAgreements } from './use-chosen-agreements.ts'

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

/** Everything that was signed; some of it can be chosen and sent together. */
export default function SignedAgreementsScreen() {
  const [filter, setFilter] = useState<Filter>('all')
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
          <Button onPress={() => setSending(true)} {...picks.unavailable}>
            发送到邮箱（{picks.chosen.length} 份）
          </Button>
        )
      }
    >
      <TabPanel tabs={TABS} value={filter}>
        <Paged query={query} itemsOf={({ agreements }) => agreements} empty={nothing[filter]}>
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
  const [grouping, setGrouping] = useState<Grouping>('date')
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

const nothing: Record<Filter, ReactNode> = {
  all: <Empty title="还没有签署过协议">申请额度或借款后，签过的协议会列在这里</Empty>,
  loan: <Empty title="还没有借款协议">借款后，借款合同等协议会列在这里</Empty>,
  credit: <Empty title="还没有授信协议">申请额度时签的协议会列在这里</Empty>,
}
