import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { callsOf } from '#platform/api/api.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { logProblem } from '#platform/browser/log.ts'
import { store, storeDraft } from '#platform/browser/storage.ts'

const { currentUser } = callsOf('onboarding', { currentUser: onboardingShapes.currentUser })

/**
 * Reads phone, user number and customer number after every kind of sign-in and stores them. Never
 * throws: screens that show the user request it again.
 */
export async function rememberUser(): Promise<void> {
  const token = readCookie('token')
  try {
    const user = await currentUser({}, { leaveOutcome: true })
    // Another person may have signed in, or no one may be signed in, by the time of the answer.
    if (readCookie('token') !== token) return
    store('mobile', user.maskedPhone)
    // For the sign-in page after this session: drafts outlive its end, not a sign-out.
    storeDraft('user', user.maskedPhone)
    store('custNo', user.customerNo)
    store('userID', user.userId)
  } catch (error) {
    logProblem('sign-in.user-unread', error)
  }
}
