import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'
import { signInWith } from '#platform/navigation/wanted-page.ts'
import { enterApp } from '#platform/session/session.ts'

const { onboarding, identity, loans, restructure, profile } = routes

/** No usable camera: the user continues on another phone. This one knows its draw afterwards. */
export async function openOtherPhone(
  purpose: FacePurpose,
  { drawNo = linkQuery()[drawParam] }: { readonly drawNo?: string } = {},
): Promise<void> {
  const draw = drawNo === undefined ? {} : { [drawParam]: drawNo }
  return go(routes.identity.faceUnsupported, { query: { purpose, ...draw } })
}

/** The address for continuing the check of this link on another phone, and here. */
export function continuationLinks(): {
  readonly signIn: string
  readonly goOn: () => Promise<void>
} {
  const { purpose, [drawParam]: drawNo } = linkQuery()
  switch (purpose) {
    case 'loan':
      return {
        // The draw belongs to the customer, so the other phone finds it after the sign-in.
        signIn: signInWith(onboarding.landing.path, identity.faceForLoan.path),
        goOn: async () =>
          go(loans.loanResult, {
            replace: true,
            ...(drawNo !== undefined && { query: { [drawParam]: drawNo } }),
          }),
      }
    case 'plan':
      return {
        signIn: restructure.restructureSignIn.path,
        goOn: async () => go(restructure.chooseBills, { replace: true }),
      }
    case 'phone':
      return {
        signIn: profile.profileSignIn.path,
        goOn: async () => go(profile.newPhone, { replace: true }),
      }
    case 'amend':
      return {
        signIn: profile.profileSignIn.path,
        goOn: async () => go(profile.updateReason, { replace: true }),
      }
    default:
      return { signIn: onboarding.landing.path, goOn: enterApp }
  }
}
