import * as z from 'zod/mini'
import { text } from './wire.ts'

/** How much of a file goes in one call, so that a line that breaks costs little. */
export const PART_BYTES = 384 * 1024
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const FILES_MAX = 9
const PARTS_MAX = Math.ceil(FILE_BYTES_MAX / PART_BYTES)
const PART_BASE64_MAX = (PART_BYTES / 3) * 4

export const fileNo = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** Chosen by whoever uploads: the same file sent again goes on where it broke off. */
export const uploadNo = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** A file on its way. Without a part: how far has it come? */
export const filePart = {
  act: z.literal('part'),
  uploadNo,
  fileName: text(120),
  size: z.int().check(z.minimum(1), z.maximum(FILE_BYTES_MAX)),
  /** SHA-256 of the whole file, in hex. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  part: z.optional(
    z.strictObject({
      at: z.int().check(z.minimum(0), z.maximum(PARTS_MAX - 1)),
      bytes: z.string().check(z.maxLength(PART_BASE64_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
  ),
}

const fileKinds = ['picture', 'pdf'] as const

/** A file that has arrived whole, was looked into, and is kept. */
export const keptFile = z.object({
  fileNo: z.string(),
  fileName: z.string(),
  kind: z.enum(fileKinds),
  size: z.int(),
  pages: z.int(),
  by: z.enum(['borrower', 'staff']),
  /** An instant, in milliseconds. */
  addedAt: z.number(),
  /** Where it can be seen for some minutes, in the session that asked. */
  url: z.optional(z.string()),
})
export type FileRecord = z.output<typeof keptFile>

/** How many parts of the file are here, from the first on; all of them, and the file itself is. */
export const arrived = z.object({ parts: z.int(), file: z.optional(keptFile) })
