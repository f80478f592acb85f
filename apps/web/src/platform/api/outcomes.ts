/** The outcome of a call for the whole app. */
export type Outcome =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'notSignedIn' }
  | { readonly kind: 'linkTokenRefused'; readonly text: string }
  | { readonly kind: 'proclaimed'; readonly text: string }
  | { readonly kind: 'riskRefused'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'badLink' }
  | { readonly kind: 'pageDataMissing'; readonly requestId: string }
  | { readonly kind: 'stepWanted' }
  | { readonly kind: 'serverFault'; readonly text: string; readonly requestId: string }
  | { readonly kind: 'staffSessionEnded' }

type Handle = (outcome: Outcome) => void | Promise<void>

let handle: Handle | undefined
let waiting: Outcome[] = []

/** Registers the app's reactions; the platform does not know the screens. */
export function onOutcome(handler: Handle): void {
  handle = handler
  const early = waiting
  waiting = []
  for (const outcome of early) void handler(outcome)
}

/** An outcome before the app is loaded waits for it. */
export async function emit(outcome: Outcome): Promise<void> {
  if (handle) await handle(outcome)
  else waiting.push(outcome)
}
