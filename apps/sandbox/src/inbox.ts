import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { attachmentNote, type Attachment, type Attachments } from './attachments.ts'
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
  attachments: z.exactOptional(z.array(attachmentNote)),
  receivedAt: z.string(),
})

export type Message = Readonly<z.output<typeof message>>

type Delivery = Pick<Message, 'messageId' | 'kind' | 'to' | 'subject' | 'text'> & {
  readonly papers?: readonly Attachment[]
}

/** What was sent to anybody. Only the newest are kept, in memory and in the file. */
const MESSAGES_MAX = 500

export type Inbox = ReturnType<typeof openInbox>

export function openInbox(parts: {
  readonly file: string
  readonly attachments: Attachments
  readonly now: () => number
}) {
  const { file, attachments, now } = parts
  let messages = readLines(file, message).slice(-MESSAGES_MAX)
  rewriteLines(file, messages)
  let linesInFile = messages.length
  const listeners = new Set<(change: Message | 'reset') => void>()

  function keep(added: Message): void {
    messages.push(added)
    const dropped = messages.slice(0, -MESSAGES_MAX)
    for (const old of dropped) attachments.drop(old.attachments ?? [])
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
    deliver({ papers = [], ...delivery }: Delivery, { copies }: { readonly copies: number }): void {
      const { kind, messageId, text } = delivery
      if (messages.some((known) => known.kind === kind && known.messageId === messageId)) return

      const code = kind === 'sms' ? smsCodeIn(text) : undefined
      for (let copy = 0; copy < copies; copy += 1) {
        const id = randomUUID()
        const receivedAt = new Date(now()).toISOString()
        const notes = attachments.keep(id, papers)
        const extra = { ...(code && { code }), ...(notes.length > 0 && { attachments: notes }) }
        keep({ ...delivery, ...extra, id, receivedAt })
      }
    },

    /** Newest first. */
    list({ to, limit }: { readonly to?: string | undefined; readonly limit: number }): Message[] {
      const wanted = to === undefined ? messages : messages.filter((known) => known.to === to)
      return wanted.slice(-limit).toReversed()
    },

    /** A paper that came with a mail, and the name it came under. */
    attachment(id: string): { readonly name: string; readonly pdf: Buffer } | undefined {
      const note = messages.flatMap((known) => known.attachments ?? []).find((one) => one.id === id)
      const pdf = note && attachments.read(id)
      return pdf && { name: note.name, pdf }
    },

    clear(): void {
      messages = []
      linesInFile = 0
      rewriteLines(file, messages)
      attachments.clear()
      for (const listener of listeners) listener('reset')
    },

    /** Answers a function that ends the listening. */
    onChange(listener: (change: Message | 'reset') => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
