import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { appendLine, readLines, rewriteLines } from './json-lines.ts'
import { smsCodeIn } from './sms-code.ts'

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

export type Message = Readonly<z.output<typeof message>>

type Delivery = Pick<Message, 'messageId' | 'kind' | 'to' | 'subject' | 'text'>

/** What was sent to anybody. Only the newest are kept, in memory and in the file. */
const MESSAGES_MAX = 500

export type Inbox = ReturnType<typeof openInbox>

export function openInbox(file: string, now: () => number) {
  let messages = readLines(file, message).slice(-MESSAGES_MAX)
  rewriteLines(file, messages)
  let linesInFile = messages.length
  const listeners = new Set<(change: Message | 'reset') => void>()

  function keep(added: Message): void {
    messages.push(added)
    messages = messages.slice(-MESSAGES_MAX)
    appendLine(file, added)
    linesInFile += 1
    if (linesInFile >= 2 * MESSAGES_MAX) {
      rewriteLines(file, messages)
      linesInFile = messages.length
    }
    for (const listener of listeners) listener(added)
  }

  return {
    /** The sender's `messageId` makes it safe to send again: what is known is not delivered twice. */
    deliver(delivery: Delivery, { copies }: { readonly copies: number }): void {
      const { kind, messageId, text } = delivery
      if (messages.some((known) => known.kind === kind && known.messageId === messageId)) return

      const code = kind === 'sms' ? smsCodeIn(text) : undefined
      for (let copy = 0; copy < copies; copy += 1) {
        const receivedAt = new Date(now()).toISOString()
        keep({ ...delivery, ...(code && { code }), id: randomUUID(), receivedAt })
      }
    },

    /** Newest first. */
    list({ to, limit }: { readonly to?: string | undefined; readonly limit: number }): Message[] {
      const wanted = to === undefined ? messages : messages.filter((known) => known.to === to)
      return wanted.slice(-limit).toReversed()
    },

    clear(): void {
      messages = []
      linesInFile = 0
      rewriteLines(file, messages)
      for (const listener of listeners) listener('reset')
    },

    /** Answers a function that ends the listening. */
    onChange(listener: (change: Message | 'reset') => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
