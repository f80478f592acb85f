import { onboarding } from './onboarding-calls.ts'
import { describeTerminal } from './terminal.ts'

/** Tells the server which phone is there, and where if it may be known. Never in anybody's way. */
export async function reportTerminal(): Promise<void> {
  // Nothing the borrower does depends on it, so a failure is not theirs to hear of.
  await onboarding
    .saveTerminal(await describeTerminal(), { leaveOutcome: true })
    .catch(() => undefined)
}
