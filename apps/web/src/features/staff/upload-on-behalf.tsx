import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { Problem } from '#shared/problem.tsx'
import { ProofFacts } from './proof-facts.tsx'
import { ProofHistory } from './proof-history.tsx'
import { staff } from './queries.ts'
import type { ProofToHandle } from './queries.ts'
import { RefusedBanner } from './refused-banner.tsx'
import { toHome } from './staff-only.tsx'

export interface UploadOnBehalfProps {
  handled: ProofToHandle
  onHandedIn: () => Promise<unknown>
}

/** An operator hands in what the borrower brought. Whoever does so cannot review it. */
export function UploadOnBehalf({ handled, onHandedIn }: UploadOnBehalfProps) {
  const { proof, history } = handled
  const { files, problem, handIn } = useHandIn(handled, onHandedIn)
  return (
    <Screen
      title={routes.staff.staffProofs.title}
      onBack={toHome}
      footer={
        <Button unavailable={notYet(files)} onPress={handIn}>
          提交 {files.kept.length} 个文件
        </Button>
      }
      footerNote="提交后由其他同事审核，您不能审核自己上传的凭证"
    >
      <RefusedBanner proof={proof} />
      <Problem of={problem} />
      <ProofFacts handled={handled} />
      <Card>
        <FilesField label="代客户上传" note="发票、合同、付款记录等。" files={files} />
      </Card>
      <ProofHistory history={history} />
    </Screen>
  )
}

function useHandIn(
  { proof: { proofNo }, files: kept }: ProofToHandle,
  done: () => Promise<unknown>,
) {
  const [problem, setProblem] = useState<string>()
  const files = useFiles({
    owner: proofNo,
    kept,
    send: async (part, options) => staff.uploadProof({ ...part, proofNo }, options),
    remove: async (fileNo) =>
      staff.uploadProof({ act: 'remove', proofNo, fileNo }, { quiet: true }),
  })

  async function handIn() {
    setProblem(undefined)
    const fileNos = files.kept.map(({ fileNo }) => fileNo)
    try {
      await staff.uploadProof({ act: 'submit', proofNo, fileNos }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    toast('已提交，等待审核')
    await done()
  }

  return { files, problem, handIn }
}

function notYet({ kept, isBusy }: ReturnType<typeof useFiles>): string | undefined {
  if (isBusy) return '正在上传，请稍候'
  return kept.length === 0 ? '请先上传文件' : undefined
}
