import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import type { Verdict } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
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
  const about = `review-${proof.round}`
  const sms = verdict === 'approved' ? approved(proof) : refused(proof, reason ?? '')
  await say(tx, deps, proof, { about, sms })
}

function approved({ subject }: EvidenceRecord): Sms {
  return smsOf('proof/approved', { proof: names[subject] })
}

function refused({ subject, dueOn }: EvidenceRecord, input: string): Sms {
  const proof = names[subject]
  const reason = withoutFinalPunctuation(input)
  return dueOn === undefined
    ? smsOf('proof/refused', { proof, reason })
    : smsOf('proof/refused-until', { proof, reason, until: dueOn })
}

export async function enqueueReminderSms(
  tx: Transaction,
  deps: Deps,
  proof: EvidenceRecord,
): Promise<void> {
  const until = proof.dueOn ?? ''
  const sms = smsOf('proof/reminder', { proof: names[proof.subject], until })
  await say(tx, deps, proof, { about: `remind-${until}`, sms })
}

export async function enqueueLapseSms(
  tx: Transaction,
  deps: Deps,
  proof: EvidenceRecord,
): Promise<void> {
  const sms = smsOf('proof/lapsed', { proof: names[proof.subject], until: proof.dueOn ?? '' })
  await say(tx, deps, proof, { about: 'lapsed', sms })
}

async function say(
  tx: Transaction,
  deps: Deps,
  { customer, proofNo }: EvidenceRecord,
  { about, sms }: { readonly about: string; readonly sms: Sms },
): Promise<void> {
  await enqueueSms(tx, deps, { customer, messageNo: `proof-${proofNo}-${about}`, sms })
}

/**
 * Removes the final punctuation of a reviewer's sentence, so that the SMS has only one full stop.
 */
export function withoutFinalPunctuation(sentence: string): string {
  return sentence.replace(/[。.！!；;，,\s]+$/u, '')
}
