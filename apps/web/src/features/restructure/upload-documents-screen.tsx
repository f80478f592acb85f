import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import { QueryState } from '#shared/query-state.tsx'
import { DocumentForm } from './document-form.tsx'
import { DocumentStart } from './document-start.tsx'
import { doesCount, isOpenDocument, type HardshipDocument } from './hardship-document.ts'
import { documentsQuery } from './queries.ts'
import { to } from './to.ts'

const { title } = routes.restructure.uploadDocuments

/** Hardship documents: begun for a loan that is late, filled with files, handed in once. */
export default function UploadDocumentsScreen() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(documentsQuery)
  // The form begins with the files there are now, not with those an earlier page had seen.
  if (data && isFetchedAfterMount) return <Uploading documents={data.documents} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={{ data: undefined, error, refetch }}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}

function Uploading({ documents }: { documents: readonly HardshipDocument[] }) {
  const running = documents.find(({ proof }) => proof.state === 'toReview')
  const counting = documents.find(doesCount)
  const open = documents.find(isOpenDocument)

  if (running)
    return <NothingToUpload title="资料已提交，正在审核">有结果会短信通知您</NothingToUpload>
  if (counting?.countsUntil !== undefined) {
    return (
      <NothingToUpload title="资料已通过，不用再上传">
        {`${dayInWords(counting.countsUntil)}（含）前签约都有效`}
      </NothingToUpload>
    )
  }
  if (open) return <DocumentForm key={open.proof.proofNo} document={open} />
  return <DocumentStart />
}

function NothingToUpload({ title: words, children }: { title: string; children: string }) {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title={words}
        action={
          <div className="stack stack-2">
            <ButtonLink href={to.documents} kind="quiet">
              查看资料
            </ButtonLink>
            <ButtonLink href={to.choosePlan} kind="text">
              回到分期申请
            </ButtonLink>
          </div>
        }
      >
        {children}
      </Empty>
    </Screen>
  )
}
