import { ApiError } from '#platform/api-error.ts'

/** A refusal was told where it came in, by a toast or another page; anything else is a fault. */
export function unlessTold(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}
