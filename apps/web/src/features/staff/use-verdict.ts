import { codes } from '@qingzhou/contract/codes'
import type { HandledProof } from '@qingzhou/contract/staff'
import { toast } from '@qingzhou/ui/toast'
import { ApiError } from '#platform/api-error.ts'
import { goToReview } from './go-to-review.ts'
import { subjectInLink } from './in-link.ts'
import { nextToReview } from './next-to-review.ts'
import { staff } from './queries.ts'

type Decision = { readonly verdict: 'approved' | 'refused'; readonly reason?: string }

/** Gives the verdict on what was looked at, and goes on to the next in the queue. */
export function useVerdict(proof: HandledProof, onChanged: () => Promise<unknown>) {
  const { proofNo, round } = proof

  async function decide({ verdict, reason }: Decision) {
    try {
      await staff.reviewProof({ proofNo, round, verdict, reason })
    } catch (error) {
      // Only a proof that has changed is looked at again; a line that broke leaves all as it was.
      if (!(error instanceof ApiError) || error.code !== codes.accountState) throw error
      await onChanged()
      return
    }
    toast(verdict === 'approved' ? '已通过' : '已退回，客户会收到原因')
    await next()
  }

  async function next() {
    const subject = subjectInLink()
    await goToReview(await nextOrNone(subject), subject)
  }

  /** The verdict stands even if the queue could not be asked: the next page asks again. */
  async function nextOrNone(subject: HandledProof['subject'] | undefined) {
    try {
      return await nextToReview({ subject, after: proofNo })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return undefined
    }
  }

  return { decide, next }
}
