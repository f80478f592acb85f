import { useQuery } from '@tanstack/react-query'
import { product } from '@qingzhou/domain/product'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { PullToRefresh } from '#shared/pull-to-refresh.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { DocumentCard } from './document-card.tsx'
import { doesCount, isOpenDocument, type HardshipDocument } from './hardship-document.ts'
import { documentsQuery } from './queries.ts'
import { to } from './to.ts'

/** What was handed in, what the reviewer made of it, and until when it counts. */
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
                    key={document.proof.proofNo}
                    document={document}
                    onRenew={query.refetch}
                  />
                ))}
                <CallUs>对审核有疑问？</CallUs>
              </div>
            )
          }
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

/** What there is to do now: go on uploading, go on with the plan, or wait. */
function nextOf(documents: readonly HardshipDocument[]) {
  const open = documents.find(isOpenDocument)
  if (documents.some(({ proof }) => proof.state === 'toReview')) {
    return (
      <ButtonLink href={to.choosePlan} kind="quiet">
        回到分期申请
      </ButtonLink>
    )
  }
  if (documents.some(doesCount)) return <ButtonLink href={to.choosePlan}>继续申请分期</ButtonLink>
  if (!open) return <ButtonLink href={to.uploadDocuments()}>上传资料</ButtonLink>
  return (
    <ButtonLink href={to.uploadDocuments(open.proof.loanNo)}>
      {open.proof.state === 'refused' ? '补充后重新提交' : '继续上传'}
    </ButtonLink>
  )
}
