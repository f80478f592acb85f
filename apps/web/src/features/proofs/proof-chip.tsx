import type { Proof } from '@qingzhou/contract/proofs'
import { Chip } from '@qingzhou/ui/chip'
import type { ChipTone } from '@qingzhou/ui/chip'
import { stateNames } from './proof-words.ts'

const tones: Readonly<Record<Proof['state'], ChipTone>> = {
  toUpload: 'soon',
  toReview: 'plain',
  approved: 'fine',
  refused: 'overdue',
  invalid: 'plain',
}

export function ProofChip({ state }: Pick<Proof, 'state'>) {
  return <Chip tone={tones[state]}>{stateNames[state]}</Chip>
}
