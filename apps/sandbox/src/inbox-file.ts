import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import type { Message } from './inbox.ts'

const message = z.object({
  id: z.string(),
  messageId: z.string(),
  kind: z.enum(['sms', 'mail']),
  to: z.string(),
  subject: z.exactOptional(z.string()),
  text: z.string(),
  code: z.exactOptional(z.string()),
  receivedAt: z.string(),
})

/** A line that was cut by a kill is left out: the rest is still good. */
export function readMessages(file: string): Message[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').flatMap(messageOf)
}

function messageOf(line: string): Message[] {
  if (line === '') return []
  try {
    return [message.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

export function appendMessage(file: string, added: Message): void {
  appendFileSync(file, `${JSON.stringify(added)}\n`, { mode: 0o600 })
}

/** Written aside and moved into place, so that a kill leaves the old file or the new one. */
export function rewriteMessages(file: string, messages: readonly Message[]): void {
  const lines = messages.map((kept) => `${JSON.stringify(kept)}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
