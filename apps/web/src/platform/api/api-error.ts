import type { Outcome } from './outcomes.ts'

/** A call that was refused or that failed. The message is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's code, or our own: network, timeout, http, malformed. */
  readonly code: string
  readonly requestId: string | undefined
  readonly waitSeconds: number | undefined
  /** What the app was told, or nothing where the screen itself has to say it. */
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

/** A refusal was told where it came in, by a toast or another page; anything else is a fault. */
export function unlessTold(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}
