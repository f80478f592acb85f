import { useQuery } from '@tanstack/react-query'
import { product } from '@qingzhou/domain/product'
import { Banner, Empty, SkeletonCards, Timeline, type TimelineItem } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay, formatTime } from '#shared/pages/figures.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { ReviewChip } from '#shared/lending/state-chip.tsx'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { isValidDocument, type HardshipDocument, isOpenDocument } from './hardship-document.tsx'
import { documentsQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

/** The submitted documents, their review and validity. */
export default function DocumentsScreen() {
  const query = useQuery(documentsQuery)
  return (
    <Screen
      title={routes.restructure.documents.title}
      onBack={back}
      footer={query.data && nextOf(query.data.documents)}
    >
      <PullToRefresh onRefresh={query.refetch}>
        <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
          {({ documents }) =>
            documents.length === 0 ? (
              <Empty title="还没有提交过资料">
                {`个性化分期超过 ${product.personalisedPlan.monthsWithoutDocument} 期时，需要提交困难证明`}
              </Empty>
            ) : (
              <div className="stack stack-3">
                {documents.map((document) => (
                  <DocumentCard
                    key={document.evidence.evidenceNo}
                    document={document}
                    onRenew={query.refetch}
                  />
                ))}
                <ServiceContact>对审核有疑问？</ServiceContact>
              </div>
            )
          }
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

/** The next action: upload, continue the plan, or wait. */
function nextOf(documents: readonly HardshipDocument[]) {
  const open = documents.find(isOpenDocument)
  if (documents.some(({ evidence }) => evidence.state === 'toReview')) {
    return (
      <ButtonLink href={links.choosePlan} kind="quiet">
        回到分期申请
      </ButtonLink>
    )
  }
  if (documents.some(isValidDocument))
    return <ButtonLink href={links.choosePlan}>继续申请分期</ButtonLink>
  if (!open) return <ButtonLink href={links.uploadDocuments()}>上传资料</ButtonLink>
  return (
    <ButtonLink href={links.uploadDocuments(open.evidence.loanNo)}>
      {open.evidence.state === 'refused' ? '补充后重新提交' : '继续上传'}
    </ButtonLink>
  )
}

interface DocumentCardProps {
  document: HardshipDocument
  /** Links to files expire. */
  onRenew: () => Promise<unknown>
}

/** One document: review, message and files. */
function DocumentCard({ document, onRenew }: DocumentCardProps) {
  const { evidence, note, files } = document
  return (
    <Card title="困难证明" trailing={<ReviewChip state={evidence.state} />}>
      {evidence.state === 'refused' && (
        <Banner tone="overdue">
          未通过{evidence.reason !== undefined && `：${evidence.reason}`}
        </Banner>
      )}
      <Timeline label="审核进度" items={historyOf(document)} />
      {note !== undefined && (
        <div className="stack stack-1">
          <p className="small ink-2">情况说明</p>
          <p>{note}</p>
        </div>
      )}
      {files.length > 0 && <FileGrid files={files} onRenew={onRenew} />}
    </Card>
  )
}

function historyOf({ evidence, countsUntil }: HardshipDocument): TimelineItem[] {
  const { state, round, filesCount, submittedAt, reviewedAt } = evidence
  const time = reviewedAt === undefined ? undefined : formatTime(reviewedAt)
  if (state === 'toUpload') return [{ title: '待上传并提交', state: 'now' }]
  const handedIn: TimelineItem = {
    title: round > 1 ? `第 ${round} 次提交` : '提交资料',
    note: `${filesCount} 个文件`,
    time: submittedAt === undefined ? undefined : formatTime(submittedAt),
  }
  switch (state) {
    case 'toReview':
      return [
        handedIn,
        { title: '人工审核中', note: '一般 1 至 3 个工作日，有结果会短信通知您', state: 'now' },
      ]
    case 'approved':
      return [handedIn, { title: '审核通过', note: validityText(countsUntil), time }]
    case 'refused':
      return [handedIn, { title: '未通过', time }, { title: '补充后可以再次提交', state: 'now' }]
    default:
      return [handedIn, { title: '已失效', note: '需要时可以重新提交' }]
  }
}

function validityText(countsUntil: HardshipDocument['countsUntil']): string {
  if (countsUntil === undefined) return '已过有效期，需要时请重新提交'
  const { monthsWithoutDocument, monthsMax } = product.personalisedPlan
  return `${formatDay(countsUntil)}（含）前签约有效，可选 ${monthsWithoutDocument + 1} 至 ${monthsMax} 期`
}
