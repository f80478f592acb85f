import { useQuery } from '@tanstack/react-query'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { Banner, SkeletonCards } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { evidenceQuery } from '#features/staff/queries.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { EvidenceFacts, EvidenceHistory } from './evidence-parts.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import { ReviewFiles } from './review-files.tsx'
import './review.css'

interface EvidenceSplitProps {
  evidenceList: readonly HandledEvidence[]
  hrefOf: (evidence: HandledEvidence) => string
  actionOf: (evidence: HandledEvidence) => string
}

/** The list at a computer, with a preview of the selected evidence beside it. */
export function EvidenceSplit({ evidenceList, hrefOf, actionOf }: EvidenceSplitProps) {
  const [chosen, setChosen] = useEntryState<string | undefined>('evidence', undefined)
  const selected = evidenceList.find(({ evidenceNo }) => evidenceNo === chosen) ?? evidenceList[0]
  if (!selected) return null
  return (
    <div className="evidence-split">
      <Card flush>
        <EvidenceTable
          evidenceList={evidenceList}
          hrefOf={hrefOf}
          selected={selected.evidenceNo}
          onSelect={setChosen}
        />
      </Card>
      <section className="evidence-preview" aria-label="凭证预览">
        <ButtonLink href={hrefOf(selected)}>{actionOf(selected)}</ButtonLink>
        <EvidencePreview evidenceNo={selected.evidenceNo} />
      </section>
    </div>
  )
}

/** Requested only after a pause: who moves through the list with the arrow keys skips most rows. */
function EvidencePreview({ evidenceNo }: { evidenceNo: string }) {
  const settled = useDebouncedValue(evidenceNo)
  const query = useQuery(evidenceQuery(settled))
  const handled = settled === evidenceNo ? query.data : undefined
  return (
    <QueryState
      query={{ ...query, data: handled, error: settled === evidenceNo ? query.error : null }}
      skeleton={<SkeletonCards count={2} />}
      errorTitle="预览加载失败"
    >
      {({ evidence, files, ...rest }) => (
        <>
          {evidence.state === 'refused' && evidence.reason !== undefined && (
            <Banner tone="overdue">上次未通过：{evidence.reason}</Banner>
          )}
          <Card title={`凭证文件（${files.length}）`}>
            {files.length === 0 ? (
              <p className="small ink-2">还没有上传文件</p>
            ) : (
              <ReviewFiles key={settled} files={files} onRenew={query.refetch} />
            )}
          </Card>
          <EvidenceFacts handled={{ evidence, files, ...rest }} />
          <EvidenceHistory history={rest.history} />
        </>
      )}
    </QueryState>
  )
}
