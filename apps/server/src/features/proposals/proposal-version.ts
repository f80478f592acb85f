import type { ProposalServices } from './proposal-kind.ts'
import type { ProposalRecord } from './proposal-store.ts'
import { canonicalJson } from '@qingzhou/platform/canonical-json'

/** The digest of what an approver sees: the act, its parameters, and the state it was made on. */
export function versionOf(
  { vault }: Pick<ProposalServices, 'vault'>,
  { proposalNo, kind, parameters, base, renewals }: ProposalRecord,
): string {
  const seen = canonicalJson([proposalNo, kind, parameters, base, renewals])
  return vault.hash('staff', `proposal ${seen}`).toString('hex').slice(0, 32)
}
