/** What an operator reads when a program fails: the message, and that of its cause if it says more. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : messageOf(error.cause)
  return error.message.includes(cause) ? error.message : `${error.message}\n${cause}`
}
