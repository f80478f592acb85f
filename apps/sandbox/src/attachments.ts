import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What a message says of a paper that came with it; the paper itself lies in a file of its own. */
export const attachmentNote = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
})

export type Attachment = { readonly name: string; readonly content: string }
type Note = z.output<typeof attachmentNote>

const ID = /^[\w-]{1,80}$/

export type Attachments = ReturnType<typeof openAttachments>

/** The papers of the mails in the inbox. */
export function openAttachments(directory: string) {
  const fileOf = (id: string) => join(directory, `${id}.pdf`)

  return {
    keep(messageId: string, papers: readonly Attachment[]): Note[] {
      if (papers.length > 0) mkdirSync(directory, { recursive: true })
      return papers.map(({ name, content }, index) => {
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
        // The message was cleared away meanwhile, and its papers with it.
        return undefined
      }
    },

    drop(notes: readonly Note[]): void {
      for (const { id } of notes) rmSync(fileOf(id), { force: true })
    },

    clear: () => rmSync(directory, { recursive: true, force: true }),
  }
}
