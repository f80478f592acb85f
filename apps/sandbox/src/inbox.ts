import { randomUUID } from 'node:crypto'
import { appendMessage, readMessages, rewriteMessages } from './inbox-file.ts'
import { smsCodeIn } from './sms-code.ts'

export type Message = {
  readonly id: string
  readonly messageId: string
  readonly kind: 'sms' | 'mail'
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly code?: string
  readonly receivedAt: string
}

type Delivery = Pick<Message, 'messageId' | 'kind' | 'to' | 'subject' | 'text'>

/** What was sent to anybody. Only the newest are kept, in memory and in the file. */
const MESSAGES_MAX = 500

export type Inbox = ReturnType<typeof openInbox>

export function openInbox(file: string, now: () => number) {
  let messages = readMessages(file).slice(-MESSAGES_MAX)
  rewriteMessages(file, messages)
  let linesInFile = messages.length
  const listeners = new Set<(message: Message | 'reset') => void>()

  function keep(message: Message): void {
    messages.push(message)
    messages = messages.slice(-MESSAGES_MAX)
    appendMessage(file, message)
    linesInFile += 1
    if (linesInFile >= 2 * MESSAGES_MAX) {
      rewriteMessages(file, messages)
      linesInFile = messages.length
    }
    for (const listener of listeners) listener(message)
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
      const wanted = to === undefined ? messages : messages.filter((message) => message.to === to)
      return wanted.slice(-limit).toReversed()
    },

    clear(): void {
      messages = []
      linesInFile = 0
      rewriteMessages(file, messages)
      for (const listener of listeners) listener('reset')
    },

    /** Answers a function that ends the listening. */
    onChange(listener: (message: Message | 'reset') => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
