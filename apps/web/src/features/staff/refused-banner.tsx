import type { HandledProof } from '@qingzhou/contract/staff'
import { Banner } from '@qingzhou/ui/banner'

/** Why it came back, before anything else. */
export function RefusedBanner({ proof: { state, reason } }: { proof: HandledProof }) {
  if (state !== 'refused' || reason === undefined) return null
  return <Banner tone="overdue">上次未通过：{reason}</Banner>
}
