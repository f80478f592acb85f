import { codes } from '@qingzhou/contract/codes'
import type { Outcome } from './outcomes.ts'

/** A refused or failed call. The message can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's code, or our own: network, timeout, http, malformed. */
  readonly code: string
  readonly requestId: string | undefined
  readonly waitSeconds: number | undefined
  /** The outcome announced to the app; undefined when the screen handles the error itself. */
  readonly outcome: Outcome | undefined

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
