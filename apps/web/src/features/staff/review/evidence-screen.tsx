import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import type { HandledProof } from '@qingzhou/contract/staff'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import type { StaffMember } from '#platform/session/staff-session.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { FilesField } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { Problem } from '#shared/forms/problem.tsx'
import { may } from '#features/staff/permissions.ts'
import { NoSuchProof, ProofFacts, ProofHistory, ProofOnItsWay } from './evidence-parts.tsx'
import { proofQuery, type ProofToHandle, staff } from '#features/staff/queries.ts'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import { to } from '#features/staff/links.ts'

const route = routes.staff.staffProofs

/** One evidence: the view, and the upload on the borrower's behalf for operators. */
export default function StaffProofsScreen() {
  const proofNo = numberInLink('proofNo')
  return (
    <StaffOnly route={route} call={calls.staff.proofs}>
      {(member) =>
        proofNo === undefined ? (
          <NoSuchProof route={route} />
        ) : (
          <OneProof key={proofNo} proofNo={proofNo} member={member} />
        )
      }
    </StaffOnly>
  )
}

function OneProof({ proofNo, member }: { proofNo: string; member: StaffMember }) {
  const handled = useQuery(proofQuery(proofNo))
  const { data, refetch } = handled
  if (!data) return <ProofOnItsWay route={route} query={handled} />
  const { state, subject } = data.proof
  const isOpen = state === 'toUpload' || state === 'refused'
  // The others belong to an application, which only the borrower submits.
  if (isOpen && subject === 'loanUse' && may(member, calls.staff.uploadProof)) {
    return <UploadOnBehalf key={data.proof.round} handled={data} onHandedIn={refetch} />
  }
  return <SeenProof handled={data} member={member} onRenew={refetch} />
}

export interface SeenProofProps {
  handled: ProofToHandle
  member: StaffMember
  /** Links to files expire. */
  onRenew: () => Promise<unknown>
}

/** A read-only evidence. */
export function SeenProof({ handled, member, onRenew }: SeenProofProps) {
  const { proof, files, history } = handled
  const isToReview =
    proof.state === 'toReview' && !proof.ownPart && may(member, calls.staff.reviewProof)
  return (
    <Screen
      title={routes.staff.staffProofs.title}
      onBack={toHome}
      footer={isToReview && <ButtonLink href={to.review(proof.proofNo)}>去审核</ButtonLink>}
    >
      <RefusedBanner proof={proof} />
      <ProofFacts handled={handled} />
      <Card title={`凭证文件（${files.length}）`}>
        {files.length === 0 ? (
          <p className="small ink-2">还没有上传文件</p>
        ) : (
          <FileGrid files={files} onRenew={onRenew} />
        )}
      </Card>
      <ProofHistory history={history} />
    </Screen>
  )
}

export interface UploadOnBehalfProps {
  handled: ProofToHandle
  onHandedIn: () => Promise<unknown>
}

/** An operator hands in the borrower's files, and cannot review them. */
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

/** The rejection, first. */
export function RefusedBanner({ proof: { state, reason } }: { proof: HandledProof }) {
  if (state !== 'refused' || reason === undefined) return null
  return <Banner tone="overdue">上次未通过：{reason}</Banner>
}
