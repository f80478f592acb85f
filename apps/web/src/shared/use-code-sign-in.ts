import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api-error.ts'
import { admit } from './admit.ts'
import { signInAgreements } from './agreements.ts'
import type { CodeForm } from './code-form.ts'
import { onboarding } from './onboarding-calls.ts'
import { unlessTold } from './told.ts'

/** What a person has given when the button is pressed. */
export type CodeEntry = {
  readonly mobile: string
  readonly dynamicCode: string
  readonly agreed: string[]
  readonly newPassword?: string
}

export type CodeSignInSetup = {
  /** Also asks for a password to sign in with from now on. */
  readonly choosesPassword?: boolean
  /** Another call than the usual, for a partner's customers. */
  readonly signIn?: (entry: CodeEntry) => Promise<{ readonly token: string }>
  readonly onSignedIn: () => Promise<unknown>
}

/** Answers the form's button: judges, signs in, keeps the session, goes on. */
export function useCodeSignIn(form: CodeForm, setup: CodeSignInSetup) {
  const { choosesPassword = false, signIn = signInByCode, onSignedIn } = setup

  return async function submit() {
    if (!form.check(...judged(form, choosesPassword))) return
    const { phone: mobile, smsCode: dynamicCode, password } = form.values
    const entry = { mobile, dynamicCode, agreed: signInAgreements.map(({ name }) => name) }
    try {
      admit(await signIn(choosesPassword ? { ...entry, newPassword: password } : entry))
    } catch (error) {
      unlessTold(error)
      // The code is what the server judges; its sentence stays under it when the toast is gone.
      if (error instanceof ApiError && error.code === codes.invalidField) {
        form.fail('smsCode', error.message)
      }
      return
    }
    form.forget()
    await onSignedIn().catch(unlessTold)
  }
}

/** With a code in hand the picture has done its work, also after a reload that emptied it. */
function judged({ values }: CodeForm, choosesPassword: boolean) {
  const first = values.smsCode === '' ? (['phone', 'captcha'] as const) : (['phone'] as const)
  const password = choosesPassword ? (['password'] as const) : []
  return [...first, 'smsCode', ...password, 'agreed'] as const
}

async function signInByCode(entry: CodeEntry) {
  const answer = await onboarding.signIn({ by: 'code', ...entry })
  // Only an authorisation can end in a phone being needed; a code proves the phone itself.
  if (answer.outcome !== 'signedIn') throw new Error('A code signs in or is refused.')
  return answer
}
