import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { routes } from '#app/routes.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'

const { onboarding, restructure, profile } = routes

/** No usable camera: the user continues on another phone. */
export async function openOtherPhone(purpose: FacePurpose): Promise<void> {
  return go(routes.identity.faceUnsupported, { query: { purpose } })
}

/** The address for continuing the check of this link on another phone, and here. */
export function continuationLinks() {
  const { purpose } = linkQuery()
  if (purpose === 'plan') {
    return {
      signIn: restructure.restructureSignIn,
      goOn: async () => go(restructure.chooseBills, { replace: true }),
    }
  }
  if (purpose === 'phone') {
    return {
      signIn: profile.profileSignIn,
      goOn: async () => go(profile.newPhone, { replace: true }),
    }
  }
  if (purpose === 'amend') {
    return {
      signIn: profile.profileSignIn,
      goOn: async () => go(profile.updateReason, { replace: true }),
    }
  }
  return { signIn: onboarding.landing, goOn: enterApp }
}
