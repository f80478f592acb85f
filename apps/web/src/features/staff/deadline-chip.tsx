import type { HandledProof } from '@qingzhou/contract/staff'
import { Chip } from '@qingzhou/ui/chip'
import { dayInWords } from '#shared/figures.ts'

/** Until when it may be handed in, as long as that matters. */
export function DeadlineChip({ proof: { state, dueOn } }: { proof: HandledProof }) {
  if (dueOn === undefined) return null
  if (state === 'invalid') return <Chip tone="overdue">{dayInWords(dueOn)}已截止</Chip>
  if (state !== 'toUpload' && state !== 'refused') return null
  return <Chip tone="soon">{dayInWords(dueOn)}截止</Chip>
}
