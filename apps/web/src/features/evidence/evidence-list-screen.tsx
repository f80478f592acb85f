import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type Evidence,
  type EvidenceState,
  evidenceStates,
} from '@qingzhou/contract/features/evidence'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, linkQuery } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { ReviewChip, reviewStateNames } from '#shared/lending/state-chip.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { deadlineInWords, links } from './evidence-labels.tsx'
import { evidenceListQuery } from './queries.ts'

const TABS = 'evidence'

/** All evidence by state. */
export default function EvidenceListScreen() {
  const [state, setState] = useEntryState('state', stateInLink)
  const evidenceList = useInfiniteQuery(evidenceListQuery(state))
  const counts = evidenceList.data?.pages.at(-1)?.counts

  return (
    <Screen
      title={routes.evidence.evidenceList.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="按状态查看"
          tabs={evidenceStates.map((one) => ({
            value: one,
            label: reviewStateNames[one],
            count: counts?.[one],
          }))}
          value={state}
          onChange={setState}
        />
      }
    >
      <TabPanel tabs={TABS} value={state}>
        <Paged
          query={evidenceList}
          itemsOf={(page) => page.evidenceList}
          empty={<Empty title={empties[state].title}>{empties[state].words}</Empty>}
        >
          {(all) => <EvidenceRows evidenceList={all} />}
        </Paged>
      </TabPanel>
    </Screen>
  )
}

const empties: Readonly<Record<EvidenceState, { readonly title: string; readonly words: string }>> =
  {
    toUpload: { title: '没有待上传的凭证', words: '需要凭证的借款放款后，会列在这里' },
    toReview: { title: '没有审核中的凭证', words: '提交后的凭证会先到这里等待审核' },
    approved: { title: '还没有通过的凭证', words: '审核通过后会列在这里' },
    refused: { title: '没有未通过的凭证', words: '未通过的凭证会注明原因，可以重新上传' },
    invalid: { title: '没有失效的凭证', words: '超过期限未上传的凭证会列在这里' },
  }

function EvidenceRows({ evidenceList }: { evidenceList: readonly Evidence[] }) {
  return (
    <Card flush>
      <List label="凭证">
        {evidenceList.map((evidence) => (
          <ListRow
            key={evidence.evidenceNo}
            label={<span className="tabular">{displayYuan(evidence.amount)} 元</span>}
            note={deadlineInWords(evidence) ?? `${evidence.purposeName} · ${evidence.drawnOn} 借款`}
            value={<ReviewChip state={evidence.state} />}
            href={links.evidence(evidence.evidenceNo)}
          />
        ))}
      </List>
    </Card>
  )
}

function stateInLink(): EvidenceState {
  const { state } = linkQuery()
  return evidenceStates.find((known) => known === state) ?? 'toUpload'
}
