import type { Proof } from '@qingzhou/contract/proofs'
import { dayInWords } from '#shared/figures.ts'

type Open = Pick<Proof, 'state' | 'daysLeft'>

/** Whether files may still be handed in. */
export function isOpen({ state, daysLeft = 0 }: Open): boolean {
  const isWanted = state === 'toUpload' || state === 'refused'
  return isWanted && daysLeft >= 0
}

/** Until when, and how long that is; nothing where there is no hurry or no use any more. */
export function deadlineInWords(proof: Open & Pick<Proof, 'dueOn'>): string | undefined {
  const { state, dueOn, daysLeft } = proof
  if (state !== 'toUpload' && state !== 'refused') return undefined
  if (dueOn === undefined || daysLeft === undefined) return undefined
  if (daysLeft < 0) return `${dayInWords(dueOn)}已截止`
  if (daysLeft === 0) return '今天截止'
  return `${dayInWords(dueOn)}截止，还剩 ${daysLeft} 天`
}
