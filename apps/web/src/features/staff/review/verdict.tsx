import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import { evidenceStates, evidenceSubjects } from '@qingzhou/contract/features/evidence'
import type { HandledEvidence, OwnPart } from '@qingzhou/contract/features/staff'
import { product } from '@qingzhou/domain/product'
import { Button, ButtonPair } from '@qingzhou/ui/inputs'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { stateNames } from '#features/staff/labels.ts'
import type { EvidenceForReview } from '#features/staff/queries.ts'
import { staff } from '#features/staff/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'
import { RejectEvidence } from './reject-evidence.tsx'

const TO_REVIEW = evidenceStates.indexOf('toReview')

/** The number of pages searched for an evidence of another employee. */
const PAGES_MAX = 10

/** The next evidence that this employee may review; undefined when there is none. */
export async function nextToReview({
  subject,
  after,
  signal,
}: {
  readonly subject: EvidenceSubject | undefined
  /** The current one. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal
}): Promise<string | undefined> {
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const { evidenceList, hasMore } = await staff.loansToHandle(
      { source: TO_REVIEW, subject, pageNo },
      { signal, quiet: true },
    )
    const next = evidenceList.find(({ evidenceNo, ownPart }) => evidenceNo !== after && !ownPart)
    if (next) return next.evidenceNo
    if (!hasMore) return undefined
  }
  return undefined
}

/** Opens the next review, or the page that says that none is left. */
export async function goToReview(
  evidenceNo: string | undefined,
  subject: EvidenceSubject | undefined,
): Promise<void> {
  return go(routes.staff.reviewEvidence, { query: { evidenceNo, subject }, replace: true })
}

/** The source named by the link; by default the first. */
export function sourceInLink(): number {
  const source = Number(linkQuery()['source'])
  return Number.isInteger(source) && source >= 0 && source < evidenceStates.length ? source : 0
}

/** The subject filter of the link; unknown values are ignored. */
export function subjectInLink(): EvidenceSubject | undefined {
  return evidenceSubjects.find((subject) => subject === linkQuery()['subject'])
}

interface VerdictProps {
  handled: EvidenceForReview
  /** Another employee was faster, or it was submitted again: reload. */
  onChanged: () => Promise<unknown>
}

/** Approve, or reject with a reason; an employee who may not sees why. */
export function Verdict({ handled, onChanged }: VerdictProps) {
  const { evidence, files } = handled
  const [request, setAsked] = useState<'approved' | 'refused'>()
  const { decide, next } = useVerdict(evidence, onChanged)
  const close = () => setAsked(undefined)

  if (evidence.state !== 'toReview') {
    return (
      <Instead words={`这份凭证现在是“${stateNames[evidence.state]}”，不需要审核`} onNext={next} />
    )
  }
  if (evidence.ownPart) {
    return (
      <Instead words={`${ownParts[evidence.ownPart]}为保证公正，须由其他同事审核`} onNext={next} />
    )
  }
  return (
    <>
      <ButtonPair>
        <Button kind="refuse" opensDialog onPress={() => setAsked('refused')}>
          不通过
        </Button>
        <Button opensDialog onPress={() => setAsked('approved')}>
          审核通过
        </Button>
      </ButtonPair>
      <Confirm
        open={request === 'approved'}
        onClose={close}
        title="审核通过"
        confirmLabel={`确认通过 ${evidence.borrowerName} 的凭证`}
        onConfirm={async () => decide({ verdict: 'approved' })}
      >
        <p>
          共 {files.length} 个文件，{approvals[evidence.subject]}。通过后不能撤回，客户会收到通知。
        </p>
      </Confirm>
      <RejectEvidence
        open={request === 'refused'}
        evidence={evidence}
        onClose={close}
        onRefuse={async (reason) => decide({ verdict: 'refused', reason })}
      />
    </>
  )
}

const ownParts: { readonly [P in OwnPart]: string } = {
  upload: '这份凭证里有您本人上传的文件。',
  loan: '这是您本人借款的凭证。',
}

const { documentDays, monthsWithoutDocument } = product.personalisedPlan

const approvals: { readonly [S in EvidenceSubject]: string } = {
  loanUse: '能证明借款用于约定的用途',
  relief: '能证明受影响的情况，将按申请延期',
  hardship: `能证明客户确有困难，${documentDays} 天内可签 ${monthsWithoutDocument} 期以上的个性化分期`,
}

function Instead({ words, onNext }: { words: string; onNext: () => Promise<void> }) {
  return (
    <>
      <p className="small ink-2 centre" role="status">
        {words}
      </p>
      <Button kind="quiet" onPress={onNext}>
        审核下一份
      </Button>
    </>
  )
}

type Decision = { readonly verdict: 'approved' | 'refused'; readonly reason?: string }

/** Sends the decision and opens the next in the queue. */
function useVerdict(evidence: HandledEvidence, onChanged: () => Promise<unknown>) {
  const { evidenceNo, round } = evidence

  async function decide({ verdict, reason }: Decision) {
    try {
      await staff.reviewEvidence({ evidenceNo, round, verdict, reason })
    } catch (error) {
      // Reload only a changed evidence; a network failure changes nothing.
      if (!(error instanceof ApiError) || error.code !== codes.accountState) throw error
      await onChanged()
      return
    }
    toast(verdict === 'approved' ? '已通过' : '已退回，客户会收到原因', {
      survivesNavigation: true,
    })
    await next()
  }

  async function next() {
    const subject = subjectInLink()
    await goToReview(await nextOrNone(subject), subject)
  }

  /** The decision is final even if the queue request failed: the next page requests it. */
  async function nextOrNone(subject: HandledEvidence['subject'] | undefined) {
    try {
      return await nextToReview({ subject, after: evidenceNo })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return undefined
    }
  }

  return { decide, next }
}
