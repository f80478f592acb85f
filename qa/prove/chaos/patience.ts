import { setTimeout as sleep } from 'node:timers/promises'

const ACT_PATIENCE_MS = 150_000
/** A refusal that an act of staff has caused may end, as that of a frozen limit. */
const REFUSED_PATIENCE_MS = 20_000
export const RETRY_AFTER_MS = 200

/** Repeats the same request, as a phone on a bad connection does. */
export async function repeatUntilAnswered<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const startedAt = Date.now()
  for (;;) {
    try {
      return await request()
    } catch (error) {
      const patience = isRefusal(error) ? REFUSED_PATIENCE_MS : ACT_PATIENCE_MS
      if (Date.now() - startedAt > patience) throw error
      await sleep(RETRY_AFTER_MS)
    }
  }
}

/** The server answered and refused, as opposed to an overload or no answer. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'CallRefused') return false
  const { answer } = error as Error & { readonly answer: { readonly status: number } }
  return answer.status === 200
}
