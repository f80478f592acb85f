import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back, go, numberInLink } from '#platform/navigation/navigation.ts'
import { FilesField, describeMissingFiles } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { reviewStateNames } from '#shared/lending/state-chip.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import {
  deadlineInWords,
  isOpen,
  MissingEvidence,
  AcceptedEvidence,
  links,
} from './evidence-labels.tsx'
import { evidenceQuery, EVIDENCE_KEY, type EvidenceWithFiles, submit, upload } from './queries.ts'

const { title } = routes.evidence.uploadEvidence

/** Picks and hands in the files of one evidence. */
export default function UploadEvidenceScreen() {
  const evidenceNo = numberInLink('evidenceNo')
  if (evidenceNo === undefined) return <MissingEvidence title={title} />
  return <Uploading key={evidenceNo} evidenceNo={evidenceNo} />
}

function Uploading({ evidenceNo }: { evidenceNo: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(evidenceQuery(evidenceNo))
  // The form starts with the current files, not with cached ones.
  if (data && isFetchedAfterMount && isOpen(data.evidence)) return <UploadForm {...data} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={{ data: isFetchedAfterMount ? data : undefined, error, refetch }}
        skeleton={<SkeletonCards count={2} />}
      >
        {({ evidence }) => (
          <Empty
            title={closed[evidence.state]}
            action={
              <ButtonLink kind="quiet" fit href={links.evidence(evidence.evidenceNo)}>
                查看凭证
              </ButtonLink>
            }
          >
            当前状态：{reviewStateNames[evidence.state]}
          </Empty>
        )}
      </QueryState>
    </Screen>
  )
}

const closed: Readonly<Record<EvidenceWithFiles['evidence']['state'], string>> = {
  toUpload: '已过上传期限',
  toReview: '凭证已提交，正在审核',
  approved: '凭证已通过，无需再上传',
  refused: '已过上传期限',
  invalid: '凭证已失效，不能再上传',
}

/** The form of one open evidence. */
function UploadForm({ evidence, files: stored }: EvidenceWithFiles) {
  const { evidenceNo } = evidence
  const client = useQueryClient()
  const files = useFiles({
    owner: evidenceNo,
    stored,
    send: async (part, options) => upload({ ...part, evidenceNo }, options),
    remove: async (fileNo) => upload({ act: 'remove', evidenceNo, fileNo }, { quiet: true }),
    renew: async () =>
      (await client.fetchQuery({ ...evidenceQuery(evidenceNo), staleTime: 0 })).files,
  })
  const { handIn, problem } = useSubmitEvidence(evidenceNo)
  const [isConfirming, setConfirming] = useState(false)
  const [told, setTold] = useState<string>()
  const missing = describeMissingFiles(files)
  const deadline = deadlineInWords(evidence)

  function ask() {
    setTold(missing)
    if (missing === undefined) setConfirming(true)
  }

  return (
    <Screen
      title={routes.evidence.uploadEvidence.title}
      onBack={back}
      footer={<Button onPress={ask}>提交凭证</Button>}
    >
      <div className="stack stack-3">
        <FormError of={problem} />
        <RejectionReason evidence={evidence} />
        <Card
          title={`${evidence.purposeName} ${displayYuan(evidence.amount)} 元`}
          note={`${evidence.drawnOn} 借款`}
        >
          {deadline !== undefined && <p className="small is-soon">{deadline}</p>}
        </Card>
        <Card>
          <FilesField
            label="凭证文件"
            files={files}
            error={told === missing ? missing : undefined}
          />
        </Card>
        <AcceptedEvidence />
      </div>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="确认提交凭证"
        confirmLabel={`提交 ${files.stored.length} 个文件`}
        cancelLabel="再看看"
        onConfirm={async () => handIn(files.stored.map(({ fileNo }) => fileNo))}
      >
        <p>提交后由工作人员审核，审核期间不能增减文件。有结果会短信通知您。</p>
      </Confirm>
    </Screen>
  )
}

function RejectionReason({ evidence: { state, reason } }: Pick<EvidenceWithFiles, 'evidence'>) {
  if (state !== 'refused') return null
  const words = reason === undefined ? '，请补充或更换后重新提交' : `：${reason}`
  return <Banner tone="overdue">上次未通过{words}</Banner>
}

function useSubmitEvidence(evidenceNo: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function handIn(fileNos: string[]) {
    setProblem(undefined)
    try {
      await submit({ evidenceNo, fileNos }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    await client.invalidateQueries({ queryKey: [EVIDENCE_KEY], refetchType: 'none' })
    toast('凭证已提交', { survivesNavigation: true })
    await go(routes.evidence.evidence, { query: { evidenceNo }, replace: true })
  }

  return { handIn, problem }
}
