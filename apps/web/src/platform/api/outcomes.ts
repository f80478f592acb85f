/** What an answer means for the whole app, beyond the call that asked. */
export type Outcome =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'notSignedIn' }
  | { readonly kind: 'linkTokenRefused'; readonly text: string }
  | { readonly kind: 'proclaimed'; readonly text: string }
  | { readonly kind: 'riskRefused'; readonly text: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'badLink' }
  | { readonly kind: 'pageDataMissing'; readonly requestId: string }
  | { readonly kind: 'stepWanted' }
  | { readonly kind: 'serverFault'; readonly text: string; readonly requestId: string }
  | { readonly kind: 'staffSessionEnded' }

type Handle = (outcome: Outcome) => void | Promise<void>

let handle: Handle = () => undefined

/** The app says here what it does about outcomes; the platform knows no screens. */
export function onOutcome(handler: Handle): void {
  handle = handler
}

export async function emit(outcome: Outcome): Promise<void> {
  await handle(outcome)
}
