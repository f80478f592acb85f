import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { Banner } from '@qingzhou/ui/feedback'
import { Button, ButtonLink, type Unavailable } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import type { StaffMember } from '#platform/session/staff-session.ts'
import { FilesField } from '#shared/files/files-field.tsx'
import { useFiles } from '#shared/files/use-files.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { isAllowed } from '#features/staff/labels.ts'
import {
  MissingEvidence,
  EvidenceFacts,
  EvidenceHistory,
  EvidenceQueryState,
} from './evidence-parts.tsx'
import { evidenceQuery, type EvidenceForReview, staff } from '#features/staff/queries.ts'
import { ReviewFiles } from './review-files.tsx'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import './review.css'
import { links } from '#features/staff/links.ts'

const route = routes.staff.staffEvidence

/** One evidence: the view, and the upload on the borrower's behalf for operators. */
export default function StaffEvidenceScreen() {
  const evidenceNo = numberInLink('evidenceNo')
  return (
    <StaffOnly route={route} call={calls.staff.evidence}>
      {(member) =>
        evidenceNo === undefined ? (
          <MissingEvidence route={route} />
        ) : (
          <OneEvidence key={evidenceNo} evidenceNo={evidenceNo} member={member} />
        )
      }
    </StaffOnly>
  )
}

function OneEvidence({ evidenceNo, member }: { evidenceNo: string; member: StaffMember }) {
  const handled = useQuery(evidenceQuery(evidenceNo))
  const { data, refetch } = handled
  if (!data) return <EvidenceQueryState route={route} query={handled} />
  const { state, subject } = data.evidence
  const isOpen = state === 'toUpload' || state === 'refused'
  // The others belong to an application, which only the borrower submits.
  if (isOpen && subject === 'loanUse' && isAllowed(member, calls.staff.uploadEvidence)) {
    return <UploadOnBehalf key={data.evidence.round} handled={data} onHandedIn={refetch} />
  }
  return <ReadOnlyEvidence handled={data} member={member} onRenew={refetch} />
}

interface ReadOnlyEvidenceProps {
  handled: EvidenceForReview
  member: StaffMember
  /** Links to files expire. */
  onRenew: () => Promise<unknown>
}

/** A read-only evidence. */
function ReadOnlyEvidence({ handled, member, onRenew }: ReadOnlyEvidenceProps) {
  const { evidence, files, history } = handled
  const isToReview =
    evidence.state === 'toReview' &&
    !evidence.ownPart &&
    isAllowed(member, calls.staff.reviewEvidence)
  return (
    <StaffScreen
      title={routes.staff.staffEvidence.title}
      onBack={toHome}
      footer={
        isToReview && <ButtonLink href={links.review(evidence.evidenceNo)}>去审核</ButtonLink>
      }
    >
      <RejectionBanner evidence={evidence} />
      <div className="evidence">
        <EvidenceFacts handled={handled} />
        <div className="evidence-files">
          <Card title={`凭证文件（${files.length}）`}>
            {files.length === 0 ? (
              <p className="small ink-2">还没有上传文件</p>
            ) : (
              <ReviewFiles files={files} onRenew={onRenew} />
            )}
          </Card>
        </div>
        <EvidenceHistory history={history} />
      </div>
    </StaffScreen>
  )
}

interface UploadOnBehalfProps {
  handled: EvidenceForReview
  onHandedIn: () => Promise<unknown>
}

/** An operator hands in the borrower's files, and cannot review them. */
function UploadOnBehalf({ handled, onHandedIn }: UploadOnBehalfProps) {
  const { evidence, history } = handled
  const { files, problem, handIn } = useHandIn(handled, onHandedIn)
  return (
    <StaffScreen
      title={routes.staff.staffEvidence.title}
      onBack={toHome}
      footer={
        <Button unavailable={notYet(files)} onPress={handIn}>
          提交 {files.stored.length} 个文件
        </Button>
      }
      footerNote="提交后由其他同事审核，您不能审核自己上传的凭证"
    >
      <RejectionBanner evidence={evidence} />
      <FormError of={problem} />
      <div className="evidence">
        <EvidenceFacts handled={handled} />
        <div className="evidence-files">
          <Card>
            <FilesField label="代客户上传" note="发票、合同、付款记录等。" files={files} />
          </Card>
        </div>
        <EvidenceHistory history={history} />
      </div>
    </StaffScreen>
  )
}

function useHandIn(
  { evidence: { evidenceNo }, files: stored }: EvidenceForReview,
  done: () => Promise<unknown>,
) {
  const [problem, setProblem] = useState<string>()
  const files = useFiles({
    owner: evidenceNo,
    stored,
    send: async (part, options) => staff.uploadEvidence({ ...part, evidenceNo }, options),
    remove: async (fileNo) =>
      staff.uploadEvidence({ act: 'remove', evidenceNo, fileNo }, { quiet: true }),
  })

  async function handIn() {
    setProblem(undefined)
    const fileNos = files.stored.map(({ fileNo }) => fileNo)
    try {
      await staff.uploadEvidence({ act: 'submit', evidenceNo, fileNos }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      return
    }
    toast('已提交，等待审核', { survivesNavigation: true })
    await done()
  }

  return { files, problem, handIn }
}

function notYet({ stored, isBusy }: ReturnType<typeof useFiles>): Unavailable | undefined {
  if (isBusy) return '正在上传，请稍候'
  return stored.length === 0 ? { reason: '请先上传文件', field: '代客户上传' } : undefined
}

/** The rejection, first. */
function RejectionBanner({ evidence: { state, reason } }: { evidence: HandledEvidence }) {
  if (state !== 'refused' || reason === undefined) return null
  return <Banner tone="overdue">上次未通过：{reason}</Banner>
}
