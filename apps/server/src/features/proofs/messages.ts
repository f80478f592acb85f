import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import { lender } from '#platform/config/brand.ts'
import type { Verdict } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import type { EvidenceRecord } from './evidence-store.ts'

const names: Record<ProofSubject, string> = {
  loanUse: '借款用途凭证',
  relief: '延期还款材料',
  hardship: '困难证明材料',
}

type Deps = Pick<Services, 'vault' | 'now' | 'tasks'>

/** Enqueues the SMS about a verdict, once per round. */
export async function enqueueVerdictSms(
  tx: Transaction,
  deps: Deps,
  proof: EvidenceRecord,
  { verdict, reason }: { readonly verdict: Verdict; readonly reason: string | undefined },
): Promise<void> {
  const name = names[proof.subject]
  const again = proof.dueOn === undefined ? '请重新上传' : `请在 ${proof.dueOn}（含当日）前重新上传`
  const text =
    verdict === 'approved'
      ? `您提交的${name}已审核通过。`
      : `您提交的${name}未通过审核，原因：${withoutFinalPunctuation(reason ?? '')}。${again}。`
  await say(tx, deps, proof, { about: `review-${proof.round}`, text })
}

export async function enqueueReminderSms(
  tx: Transaction,
  deps: Deps,
  proof: EvidenceRecord,
): Promise<void> {
  const text = `您的${names[proof.subject]}还未提交，请在 ${proof.dueOn ?? ''}（含当日）前登录上传，过期将无法提交。`
  await say(tx, deps, proof, { about: `remind-${proof.dueOn ?? ''}`, text })
}

export async function enqueueLapseSms(
  tx: Transaction,
  deps: Deps,
  proof: EvidenceRecord,
): Promise<void> {
  const name = names[proof.subject]
  const text = `您的${name}未在 ${proof.dueOn ?? ''} 前提交，现已失效。如有疑问请致电 ${lender.servicePhone}。`
  await say(tx, deps, proof, { about: 'lapsed', text })
}

async function say(
  tx: Transaction,
  deps: Deps,
  { customer, proofNo }: EvidenceRecord,
  { about, text }: { readonly about: string; readonly text: string },
): Promise<void> {
  await enqueueSms(tx, deps, {
    customer,
    kind: 'proof',
    messageNo: `proof-${proofNo}-${about}`,
    text,
  })
}

/**
 * Removes the final punctuation of a reviewer's sentence, so that the SMS has only one full stop.
 */
export function withoutFinalPunctuation(sentence: string): string {
  return sentence.replace(/[。.！!；;，,\s]+$/u, '')
}
