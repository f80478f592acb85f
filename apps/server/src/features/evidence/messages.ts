import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { Verdict } from '@qingzhou/domain/evidence/evidence'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf, withoutFinalPunctuation, type Sms } from '@qingzhou/platform/sms/sms-templates'
import type { EvidenceRecord } from './evidence-store.ts'

const names: Record<EvidenceSubject, string> = {
  loanUse: '借款用途凭证',
  relief: '延期还款材料',
  hardship: '困难证明材料',
}

type Deps = Pick<Services, 'vault' | 'now' | 'tasks'>

/** Enqueues the SMS about a verdict, once per round. */
export async function enqueueVerdictSms(
  tx: Transaction,
  deps: Deps,
  evidence: EvidenceRecord,
  { verdict, reason }: { readonly verdict: Verdict; readonly reason: string | undefined },
): Promise<void> {
  const about = `review-${evidence.round}`
  const sms = verdict === 'approved' ? approvalSms(evidence) : refusalSms(evidence, reason ?? '')
  await say(tx, deps, evidence, { about, sms })
}

function approvalSms({ subject }: EvidenceRecord): Sms {
  return smsOf('evidence/approved', { evidence: names[subject] })
}

function refusalSms({ subject, dueOn }: EvidenceRecord, input: string): Sms {
  const evidence = names[subject]
  const reason = withoutFinalPunctuation(input)
  return dueOn === undefined
    ? smsOf('evidence/refused', { evidence, reason })
    : smsOf('evidence/refused-until', { evidence, reason, until: dueOn })
}

export async function enqueueReminderSms(
  tx: Transaction,
  deps: Deps,
  evidence: EvidenceRecord,
): Promise<void> {
  const until = evidence.dueOn ?? ''
  const sms = smsOf('evidence/reminder', { evidence: names[evidence.subject], until })
  await say(tx, deps, evidence, { about: `remind-${until}`, sms })
}

export async function enqueueLapseSms(
  tx: Transaction,
  deps: Deps,
  evidence: EvidenceRecord,
): Promise<void> {
  const sms = smsOf('evidence/lapsed', {
    evidence: names[evidence.subject],
    until: evidence.dueOn ?? '',
  })
  await say(tx, deps, evidence, { about: 'lapsed', sms })
}

async function say(
  tx: Transaction,
  deps: Deps,
  { customer, evidenceNo }: EvidenceRecord,
  { about, sms }: { readonly about: string; readonly sms: Sms },
): Promise<void> {
  await enqueueSms(tx, deps, { customer, messageNo: `evidence-${evidenceNo}-${about}`, sms })
}
