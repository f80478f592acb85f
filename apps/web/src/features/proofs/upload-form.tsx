import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Confirm } from '@qingzhou/ui/confirm'
import { Screen } from '@qingzhou/ui/screen'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { back, go } from '#platform/navigation.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { missingOf } from '#shared/files/missing-of.ts'
import { useFiles } from '#shared/files/use-files.ts'
import { Problem } from '#shared/problem.tsx'
import { deadlineInWords } from './proof-words.ts'
import { PROOFS, proofQuery, submit, upload } from './queries.ts'
import type { ProofWithFiles } from './queries.ts'
import { WhatCounts } from './what-counts.tsx'

/** The form of one proof that is still open. */
export function UploadForm({ proof, files: kept }: ProofWithFiles) {
  const { proofNo } = proof
  const client = useQueryClient()
  const files = useFiles({
    owner: proofNo,
    kept,
    send: async (part, options) => upload({ ...part, proofNo }, options),
    remove: async (fileNo) => upload({ act: 'remove', proofNo, fileNo }, { quiet: true }),
    renew: async () => (await client.fetchQuery({ ...proofQuery(proofNo), staleTime: 0 })).files,
  })
  const { handIn, problem } = useHandingIn(proofNo)
  const [isConfirming, setConfirming] = useState(false)
  const [told, setTold] = useState<string>()
  const missing = missingOf(files)
  const deadline = deadlineInWords(proof)

  function ask() {
    setTold(missing)
    if (missing === undefined) setConfirming(true)
  }

  return (
    <Screen
      title={routes.proofs.uploadProof.title}
      onBack={back}
      footer={<Button onPress={ask}>提交凭证</Button>}
    >
      <div className="stack stack-3">
        <Problem of={problem} />
        <WhyRefused proof={proof} />
        <Card
          title={`${proof.purposeName} ${displayYuan(proof.amount)} 元`}
          note={`${proof.drawnOn} 借款`}
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
        <WhatCounts />
      </div>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="确认提交凭证"
        confirmLabel={`提交 ${files.kept.length} 个文件`}
        cancelLabel="再看看"
        onConfirm={async () => handIn(files.kept.map(({ fileNo }) => fileNo))}
      >
        <p>提交后由工作人员审核，审核期间不能增减文件。有结果会短信通知您。</p>
      </Confirm>
    </Screen>
  )
}

function WhyRefused({ proof: { state, reason } }: Pick<ProofWithFiles, 'proof'>) {
  if (state !== 'refused') return null
  const words = reason === undefined ? '，请补充或更换后重新提交' : `：${reason}`
  return <Banner tone="overdue">上次没有通过{words}</Banner>
}

function useHandingIn(proofNo: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function handIn(fileNos: string[]) {
    setProblem(undefined)
    try {
      await submit({ proofNo, fileNos }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    await client.invalidateQueries({ queryKey: [PROOFS], refetchType: 'none' })
    toast('凭证已提交')
    await go(routes.proofs.proof, { query: { proofNo }, replace: true })
  }

  return { handIn, problem }
}
