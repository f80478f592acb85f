import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button, ButtonLink, TextArea } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { FilesField, describeMissingFiles } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { DocumentStart, useDocuments } from './document-start.tsx'
import {
  isValidDocument,
  type HardshipDocument,
  isOpenDocument,
  AcceptedDocuments,
} from './hardship-document.tsx'
import { documentsQuery, restructure } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

const { title } = routes.restructure.uploadDocuments

/** Hardship documents of an overdue loan: started, filled with files, handed in once. */
export default function UploadDocumentsScreen() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(documentsQuery)
  // The form starts with the current files, not with cached ones.
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
  const running = documents.find(({ evidence }) => evidence.state === 'toReview')
  const counting = documents.find(isValidDocument)
  const open = documents.find(isOpenDocument)

  if (running)
    return <NothingToUpload title="资料已提交，正在审核">有结果会短信通知您</NothingToUpload>
  if (counting?.countsUntil !== undefined) {
    return (
      <NothingToUpload title="资料已通过，无需再上传">
        {`${formatDay(counting.countsUntil)}（含）前签约都有效`}
      </NothingToUpload>
    )
  }
  if (open) return <DocumentForm key={open.evidence.evidenceNo} document={open} />
  return <DocumentStart />
}

function NothingToUpload({ title: words, children }: { title: string; children: string }) {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title={words}
        action={
          <div className="stack stack-2">
            <ButtonLink href={links.documents} kind="quiet">
              查看资料
            </ButtonLink>
            <ButtonLink href={links.choosePlan} kind="text">
              返回分期申请
            </ButtonLink>
          </div>
        }
      >
        {children}
      </Empty>
    </Screen>
  )
}

const NOTE_MAX = 200

/** Files, comment and submit. */
function DocumentForm({ document }: { document: HardshipDocument }) {
  const { evidence } = document
  const { form, files, error, ask, handIn, confirming, problem } = useDocumentForm(document)

  return (
    <Screen
      title={routes.restructure.uploadDocuments.title}
      onBack={back}
      footer={<Button onPress={ask}>提交资料</Button>}
    >
      <FormError of={problem} />
      {evidence.state === 'refused' && (
        <Banner tone="overdue">
          上次未通过{evidence.reason !== undefined && `：${evidence.reason}`}。请补充或更换后再提交
        </Banner>
      )}
      <Card
        title="困难证明"
        note={`${evidence.purposeName}借款 ${displayYuan(evidence.amount)} 元`}
      >
        <FilesField label="证明文件" files={files} error={error} />
      </Card>
      <Card>
        <TextArea
          label="情况说明（选填）"
          placeholder="例如：9 月被公司裁员，目前还没有找到工作"
          maxLength={NOTE_MAX}
          rows={3}
          value={form.values.note}
          onChange={(note) => form.set('note', note)}
        />
      </Card>
      <AcceptedDocuments />
      <Confirm
        open={confirming.isOpen}
        onClose={confirming.close}
        title="确认提交资料"
        confirmLabel={`提交 ${files.stored.length} 个文件`}
        cancelLabel="再看看"
        onConfirm={handIn}
      >
        <p>
          提交后由工作人员审核，一般 1 至 3 个工作日；审核期间不能增减文件。有结果会短信通知您。
        </p>
      </Confirm>
    </Screen>
  )
}

/** One document in preparation; input survives a reload. */
function useDocumentForm({ evidence: { evidenceNo }, note, files: stored }: HardshipDocument) {
  const client = useQueryClient()
  const form = useForm({
    draft: `hardship-${evidenceNo}`,
    initial: { note: note ?? '' },
    rules: {},
    notPersisted: [],
  })
  const files = useFiles({
    owner: evidenceNo,
    stored,
    send: async (part, options) => restructure.uploadDocument({ ...part, evidenceNo }, options),
    remove: async (fileNo) =>
      restructure.uploadDocument({ act: 'remove', evidenceNo, fileNo }, { quiet: true }),
    renew: async () => {
      const { documents } = await client.fetchQuery({ ...documentsQuery, staleTime: 0 })
      return documents.find(({ evidence }) => evidence.evidenceNo === evidenceNo)?.files ?? []
    },
  })
  const { ask: send, problem } = useDocuments()
  const [isConfirming, setConfirming] = useState(false)
  const [told, setTold] = useState<string>()
  const missing = describeMissingFiles(files)

  function ask() {
    setTold(missing)
    if (missing === undefined) setConfirming(true)
  }

  async function handIn() {
    const said = form.values.note.trim()
    const fileNos = files.stored.map(({ fileNo }) => fileNo)
    const input = { evidenceNo, fileNos, note: said === '' ? undefined : said }
    if (!(await send({ act: 'submit', ...input }))) return
    form.forget()
    toast('资料已提交', { survivesNavigation: true })
    await go(routes.restructure.documents, { replace: true })
  }

  const confirming = { isOpen: isConfirming, close: () => setConfirming(false) }
  return {
    form,
    files,
    error: told === missing ? missing : undefined,
    ask,
    handIn,
    confirming,
    problem,
  }
}
