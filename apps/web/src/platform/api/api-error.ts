import { codes } from '@qingzhou/contract/codes'

/** A refused or failed call. The message can be shown to the user. */
export class ApiError extends Error {
  // Declared only: fields of a class cost the first page 400 bytes of helpers for old browsers.
  declare readonly name: 'ApiError'
  /** The server's code, or our own: network, timeout, http, malformed. */
  declare readonly code: string
  declare readonly requestId: string | undefined
  declare readonly waitSeconds: number | undefined
  /** The outcome announced to the app; undefined when the screen handles the error itself. */
  declare readonly outcome: Outcome | undefined

  constructor(
    message: string,
    {
      code,
      requestId,
      waitSeconds,
      outcome,
      cause,
    }: {
      readonly code: string
      readonly requestId?: string | undefined
      readonly waitSeconds?: number | undefined
      readonly outcome?: Outcome | undefined
      readonly cause?: unknown
    },
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.requestId = requestId
    this.waitSeconds = waitSeconds
    this.outcome = outcome
  }
}

/** Whether the call may have been carried out: the line failed, or the server did. A retry may help. */
export function isUndecided({ code }: ApiError): boolean {
  return UNDECIDED.includes(code)
}

const UNDECIDED: readonly string[] = ['network', 'timeout', 'http', codes.serverFault]

/** For calls whose code or field may be wrong: the form shows it at the field. */
export const wrongField = { atField: [codes.invalidField] } as const

export type WrongField = ApiError & { readonly code: typeof codes.invalidField }

export function isWrongField(error: unknown): error is WrongField {
  return error instanceof ApiError && error.code === codes.invalidField
}

/** Ignores a refusal, which has already been shown; rethrows every other error. */
export function ignoreRefusal(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}

/** The outcome of a call for the whole app. */
export type Outcome =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'notSignedIn' }
  | { readonly kind: 'linkTokenRefused'; readonly text: string }
  | { readonly kind: 'noticeShown'; readonly text: string }
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
