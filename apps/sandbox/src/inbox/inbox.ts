import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { appendLine, readLines, rewriteLines } from '#records.ts'

/** The metadata of an attachment; the PDF itself is in a file of its own. */
const attachmentNote = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
})

export type Attachment = { readonly name: string; readonly content: string }
type Note = z.output<typeof attachmentNote>

const ID = /^[\w-]{1,80}$/

export type Attachments = ReturnType<typeof openAttachments>

/** The attachments of the mails in the inbox. */
export function openAttachments(directory: string) {
  const fileOf = (id: string) => join(directory, `${id}.pdf`)

  return {
    keep(messageId: string, documents: readonly Attachment[]): Note[] {
      if (documents.length > 0) mkdirSync(directory, { recursive: true })
      return documents.map(({ name, content }, index) => {
        const id = `${messageId}-${index + 1}`
        const pdf = Buffer.from(content, 'base64')
        writeFileSync(fileOf(id), pdf, { mode: 0o600 })
        return { id, name, sizeBytes: pdf.length }
      })
    },

    read(id: string): Buffer | undefined {
      try {
        return ID.test(id) ? readFileSync(fileOf(id)) : undefined
      } catch {
        // The message was deleted meanwhile, with its attachments.
        return undefined
      }
    },

    drop(notes: readonly Note[]): void {
      for (const { id } of notes) rmSync(fileOf(id), { force: true })
    },

    clear: () => rmSync(directory, { recursive: true, force: true }),
  }
}

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
  readonly documents?: readonly Attachment[]
}

/** Only the newest messages are stored, in memory and in the file. */
const MESSAGES_MAX = 500

type Copies = { readonly copies: number }

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
    /** Idempotent by the sender's `messageId`: a known message is not delivered again. */
    deliver({ documents = [], ...delivery }: Delivery, { copies }: Copies): void {
      const { kind, messageId, text } = delivery
      if (messages.some((known) => known.kind === kind && known.messageId === messageId)) return

      const code = kind === 'sms' ? smsCodeIn(text) : undefined
      for (let copy = 0; copy < copies; copy += 1) {
        const id = randomUUID()
        const receivedAt = new Date(now()).toISOString()
        const notes = attachments.keep(id, documents)
        const extra = { ...(code && { code }), ...(notes.length > 0 && { attachments: notes }) }
        keep({ ...delivery, ...extra, id, receivedAt })
      }
    },

    /** Newest first. */
    list({ to, limit }: { readonly to?: string | undefined; readonly limit: number }): Message[] {
      const wanted = to === undefined ? messages : messages.filter((known) => known.to === to)
      return wanted.slice(-limit).toReversed()
    },

    /** An attachment and its file name. */
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

    /** Returns a function that removes the listener. */
    onChange(listener: (change: Message | 'reset') => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Finds the one-time code in a message: five digits that are not part of a longer number. */
function smsCodeIn(text: string): string | undefined {
  return /(?<!\d)\d{5}(?!\d)/.exec(text)?.[0]
}
