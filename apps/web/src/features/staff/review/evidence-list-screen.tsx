import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import {
  type EvidenceState,
  evidenceStates,
  type EvidenceSubject,
} from '@qingzhou/contract/features/evidence'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Chip, Empty } from '@qingzhou/ui/feedback'
import { Button, Segmented } from '@qingzhou/ui/inputs'
import { routes } from '#app/routes.ts'
import type { StaffMember } from '#platform/session/staff-session.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { EvidenceSplit } from './evidence-split.tsx'
import { DeadlineChip, whenOf } from './evidence-table.tsx'
import { sourceInLink, subjectInLink } from './verdict.tsx'
import { useIsAtComputer } from '#features/staff/at-computer.ts'
import { isAllowed, ownPartNames, stateNames, subjectNames } from '#features/staff/labels.ts'
import { evidenceListQuery } from '#features/staff/queries.ts'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import { links } from '#features/staff/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const TABS = 'loans-to-handle'

const subjects: readonly { value: EvidenceSubject | 'all'; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'loanUse', label: '用途' },
  { value: 'relief', label: '延期' },
  { value: 'hardship', label: '困难' },
]

/** All evidence by state, paginated. */
export default function EvidenceListScreen() {
  return (
    <StaffOnly route={routes.staff.handleLoans} call={calls.staff.loansToHandle}>
      {(member) => <EvidenceList member={member} />}
    </StaffOnly>
  )
}

function EvidenceList({ member }: { member: StaffMember }) {
  const { state, subject, choose } = usePlace()
  const loans = useInfiniteQuery(evidenceListQuery(evidenceStates.indexOf(state), subject))
  const isAtComputer = useIsAtComputer()
  const counts = useLatest(loans.data?.pages[0]?.counts)
  const tabs = evidenceStates.map((value) => ({
    value,
    label: stateNames[value],
    count: counts?.[value],
  }))

  return (
    <StaffScreen
      inNavigation
      title={routes.staff.handleLoans.title}
      onBack={toHome}
      trailing={
        isAtComputer && (
          <Button kind="text" onPress={loans.refetch}>
            刷新列表
          </Button>
        )
      }
      top={
        <Tabs
          id={TABS}
          label="状态"
          tabs={tabs}
          value={state}
          onChange={(next) => choose({ state: next, subject })}
        />
      }
    >
      <Segmented
        label="材料类型"
        options={subjects}
        value={subject ?? 'all'}
        onChange={(next) => choose({ state, subject: next === 'all' ? undefined : next })}
      />
      <TabPanel tabs={TABS} value={state}>
        <Paged
          query={loans}
          itemsOf={({ evidenceList }) => evidenceList}
          empty={<Empty title={`没有${stateNames[state]}的凭证`}>{emptyWords[state]}</Empty>}
        >
          {(evidenceList) => (
            <EvidenceItems evidenceList={evidenceList} member={member} subject={subject} />
          )}
        </Paged>
      </TabPanel>
    </StaffScreen>
  )
}

const emptyWords: { readonly [S in EvidenceState]: string } = {
  toUpload: '客户借款后需要提交凭证的，会列在这里',
  toReview: '客户或操作员提交的凭证，会列在这里等待审核',
  approved: '审核通过的凭证会列在这里',
  refused: '退回给客户重新提交的凭证会列在这里',
  invalid: '超过期限没有提交的凭证会列在这里',
}

type Place = { readonly state: EvidenceState; readonly subject: EvidenceSubject | undefined }

/** The selected list; a link may name the first one. */
function usePlace() {
  const [place, choose] = useEntryState<Place>('list', () => ({
    state: evidenceStates[sourceInLink()] ?? 'toUpload',
    subject: subjectInLink(),
  }))
  return { ...place, choose }
}

/** The newest counts, kept while another list loads. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

interface EvidenceItemsProps {
  evidenceList: readonly HandledEvidence[]
  member: StaffMember
  /** The filter; the review continues within it. */
  subject: EvidenceSubject | undefined
}

/** The evidence of a list: cards on a phone, a table with a preview at a computer. */
function EvidenceItems({ evidenceList, member, subject }: EvidenceItemsProps) {
  const isAtComputer = useIsAtComputer()
  const isToReview = ({ state }: HandledEvidence) =>
    state === 'toReview' && isAllowed(member, calls.staff.reviewEvidence)
  const hrefOf = (evidence: HandledEvidence) =>
    isToReview(evidence)
      ? links.review(evidence.evidenceNo, subject)
      : links.evidence(evidence.evidenceNo)
  const actionOf = (evidence: HandledEvidence) =>
    isToReview(evidence) ? '审核这份凭证' : '打开这份凭证'
  if (isAtComputer)
    return <EvidenceSplit evidenceList={evidenceList} hrefOf={hrefOf} actionOf={actionOf} />
  return (
    <Card flush>
      <div className="wide-rows">
        <List label="凭证">
          {evidenceList.map((evidence) => (
            <ListRow
              key={evidence.evidenceNo}
              label={<EvidenceText evidence={evidence} />}
              href={hrefOf(evidence)}
            />
          ))}
        </List>
      </div>
    </Card>
  )
}

function EvidenceText({ evidence }: { evidence: HandledEvidence }) {
  const { borrowerName, mobile, subject, purposeName, drawnOn, amount, filesCount, summary } =
    evidence
  return (
    <span className="stack stack-1">
      <span className="row row-between row-baseline">
        <strong>{borrowerName}</strong>
        <strong className="tabular">{displayYuan(amount)}</strong>
      </span>
      <span className="chips">
        <Chip tone="plain">{subjectNames[subject]}</Chip>
        <DeadlineChip evidence={evidence} />
        {evidence.state === 'toReview' && evidence.ownPart && (
          <Chip tone="plain">{ownPartNames[evidence.ownPart]}</Chip>
        )}
      </span>
      <span className="small ink-2 tabular">
        {mobile} · {purposeName} · {formatDay(drawnOn)}借
      </span>
      {summary !== undefined && <span className="small tabular">{summary}</span>}
      <span className="row row-between small ink-3 tabular">
        <span>{whenOf(evidence)}</span>
        <span>{filesCount} 个文件</span>
      </span>
      {evidence.state === 'refused' && evidence.reason !== undefined && (
        <span className="small is-overdue">{evidence.reason}</span>
      )}
    </span>
  )
}
