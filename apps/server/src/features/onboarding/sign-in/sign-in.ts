import { unreachable } from '@qingzhou/domain/assert'
import type { onboardingShapes } from '@qingzhou/contract/onboarding'
import type { Input, Output } from '@qingzhou/contract/shape'
import type { Caller } from '#platform/caller.ts'
import { signInByAuthorisation } from '#features/onboarding/authorisation/sign-in-by-authorisation.ts'
import { requireKnownLink } from '#features/onboarding/links/landing-link.ts'
import type { Services } from '#platform/services.ts'
import { signInByCode } from './sign-in-by-code.ts'
import { signInByPassword } from './sign-in-by-password.ts'

type Shape = (typeof onboardingShapes)['signIn']

export async function signIn(
  services: Services,
  caller: Caller,
  given: Input<Shape>,
): Promise<Output<Shape>> {
  await requireKnownLink(services, caller)
  switch (given.by) {
    case 'code':
      return signInByCode(services, caller, given)
    case 'password':
      return signInByPassword(services, caller, given)
    case 'authorisation':
      return signInByAuthorisation(services, caller, given)
    default:
      return unreachable(given)
  }
}
