import * as z from 'zod/mini'
import { faceActions } from '#features/identity.ts'
import { localDate } from '#wire/figures.ts'

/** Milliseconds since 1970. */
const moment = z.number()

/** How a review ended. */
const decision = z.object({
  verdict: z.enum(['approved', 'refused']),
  by: z.string(),
  at: moment,
  reason: z.optional(z.string()),
})
export type ReviewDecision = z.output<typeof decision>

/** A face check that the service is unsure about: the card and the frames, and what the card says. */
export const faceReview = z.object({
  customer: z.string(),
  /** Masked. */
  name: z.string(),
  idNumber: z.string(),
  expiresOn: z.optional(localDate),
  referredAt: moment,
  /** The actions that were asked for, and performed. */
  actions: z.array(z.enum(faceActions)),
  /** Between the portrait and the most similar frame: 0 is the same picture. */
  distance: z.optional(z.number()),
  /** Addresses of the pictures, valid for minutes in this session. */
  portrait: z.optional(z.string()),
  frames: z.array(z.string()),
  /** The account of the member who looks: another one decides. */
  isOwn: z.boolean(),
  decision: z.optional(decision),
})
export type FaceReview = z.output<typeof faceReview>
