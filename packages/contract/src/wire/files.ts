import * as z from 'zod/mini'
import { text } from './wire.ts'

/** Size of the part sent per call, so that a broken connection loses little. */
export const PART_BYTES = 384 * 1024
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const FILES_MAX = 9
const PARTS_MAX = Math.ceil(FILE_BYTES_MAX / PART_BYTES)
const PART_BASE64_MAX = (PART_BYTES / 3) * 4

export const fileNo = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** Chosen by the client: uploading the same file again resumes where it stopped. */
export const uploadNo = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** A part of an upload. Without `part`, reads the progress. */
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

/** A file of staff at a computer, in parts that fit an unsealed body. */
export const SMALL_PART_BYTES = 36 * 1024
export const SMALL_FILE_BYTES_MAX = 4 * 1024 * 1024
const SMALL_PARTS_MAX = Math.ceil(SMALL_FILE_BYTES_MAX / SMALL_PART_BYTES)

export const smallFilePart = {
  uploadNo,
  fileName: text(120),
  size: z.int().check(z.minimum(1), z.maximum(SMALL_FILE_BYTES_MAX)),
  /** SHA-256 of the whole file, in hex. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  part: z.strictObject({
    at: z.int().check(z.minimum(0), z.maximum(SMALL_PARTS_MAX - 1)),
    bytes: z
      .string()
      .check(z.maxLength((SMALL_PART_BYTES / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
}

const fileKinds = ['picture', 'pdf'] as const

/** A complete file that was checked and stored. */
export const storedFile = z.object({
  fileNo: z.string(),
  fileName: z.string(),
  kind: z.enum(fileKinds),
  size: z.int(),
  pages: z.int(),
  by: z.enum(['borrower', 'staff']),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
  /** Address valid for some minutes in the requesting session. */
  url: z.optional(z.string()),
})
export type FileRecord = z.output<typeof storedFile>

/** How many parts have arrived, counted from the first; with all of them, the file itself. */
export const arrived = z.object({ parts: z.int(), file: z.optional(storedFile) })
