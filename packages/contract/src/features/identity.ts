import * as z from 'zod/mini'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { localDate } from '#wire/figures.ts'
import { picture } from '#wire/bytes.ts'
import { text } from '#wire/wire.ts'

const EMPTY = z.object({})

const idNumber = z
  .string()
  .check(z.refine(isIdNumber, { error: '请输入正确的身份证号' }), z.overwrite(upperCase))

function upperCase(input: string): string {
  return input.toUpperCase()
}

/** A card valid for life has a word instead of a day. */
const FOR_LIFE = '长期'
const lastDay = z.union([z.literal(FOR_LIFE), localDate])

/** The fields of both sides of a card, as confirmed by its holder. */
export const cardFields = {
  name: text(30),
  no: idNumber,
  nation: text(20),
  address: text(120),
  issueAgency: text(60),
  issueDate: localDate,
  expireDate: lastDay,
}

/** The number of one photo, and of both: front, hyphen, back. */
const photoNo = z.string().check(z.regex(/^[0-9a-f]{16}$/))
const idLogNo = z.string().check(z.regex(/^[0-9a-f]{16}-[0-9a-f]{16}$/))

/** Fields read from the portrait side. Unreadable fields are absent. */
const frontReading = z.object({
  name: z.optional(z.string()),
  sex: z.optional(z.string()),
  nation: z.optional(z.string()),
  birth: z.optional(z.string()),
  address: z.optional(z.string()),
  no: z.optional(z.string()),
})

const backReading = z.object({
  issueAgency: z.optional(z.string()),
  issueDate: z.optional(z.string()),
  expireDate: z.optional(z.string()),
})

export type FrontReading = z.output<typeof frontReading>
export type BackReading = z.output<typeof backReading>

/** Why a photo could not be read; the app has the advice for each. */
export const unreadable = ['wrongSide', 'notACard', 'blurred', 'dark', 'glare'] as const

export const faceActions = ['blink', 'turnLeft', 'turnRight', 'openMouth'] as const
export type FaceAction = (typeof faceActions)[number]

/** Purposes of a face check: each has its own session, which is not valid for another purpose. */
export const facePurposes = ['credit', 'loan', 'plan', 'phone', 'amend'] as const
export type FacePurpose = (typeof facePurposes)[number]

/** Why a face check failed, where the customer can do something about it. */
export const faceFailures = [
  'noMatch',
  'noFace',
  'manyFaces',
  'actionMissed',
  'tooDark',
  'cancelled',
  'expired',
  'unavailable',
  'refusedByReview',
] as const
export type FaceFailure = (typeof faceFailures)[number]

const faceSessionNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const identityShapes = {
  readIdCard: {
    request: z.strictObject({ side: z.enum(['front', 'back']), image: picture }),
    response: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('read'),
        readsLeft: z.int(),
        idLogNo: z.optional(photoNo),
        ocrFrontData: z.optional(frontReading),
        ocrBackData: z.optional(backReading),
      }),
      z.object({ outcome: z.enum(unreadable), readsLeft: z.int() }),
    ]),
  },
  readsLeft: { request: z.strictObject({}), response: z.object({ readsLeft: z.int() }) },
  saveIdCard: {
    /** Uses the newest photos read in this account; sex and birth date follow from the number. */
    request: z.strictObject({
      ...cardFields,
      /** The photos that were shown; refused if another phone has taken others since. */
      idLogNo: z.optional(idLogNo),
    }),
    response: EMPTY,
  },
  verifyIdNumber: {
    request: z.strictObject({ name: text(30), no: idNumber }),
    response: z.object({ matches: z.boolean() }),
  },
  matchCustomer: {
    /** With a purpose, a match is stored for it, like a passed face check. */
    request: z.strictObject({
      name: text(30),
      no: idNumber,
      purpose: z.optional(z.enum(['plan', 'phone'])),
      businessNo: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    }),
    response: z.object({ matches: z.boolean() }),
  },
  idCardExpiry: {
    request: z.strictObject({}),
    /** `daysLeft` is absent when no card is on file yet, or when it is valid for life. */
    response: z.object({ expired: z.boolean(), daysLeft: z.optional(z.int()) }),
  },
  checkModes: {
    request: z.strictObject({ hasCamera: z.boolean() }),
    response: z.object({
      /**
       * The channel's own service, our page, or neither: then the customer must continue elsewhere.
       */
      face: z.enum(['channel', 'page', 'elsewhere']),
      albumAllowed: z.boolean(),
    }),
  },
  openFaceSession: {
    request: z.strictObject({
      purpose: z.enum(facePurposes),
      /** The subject of the check: the number of a draw, a plan, a phone change or an amendment. */
      businessNo: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    }),
    response: z.object({ faceSessionNo: z.string(), attemptsLeft: z.int() }),
  },
  faceChallenge: {
    request: z.strictObject({ faceSessionNo }),
    response: z.object({
      faceToken: z.string(),
      actions: z.array(z.enum(faceActions)),
      expiresInSeconds: z.int(),
    }),
  },
  faceStartParams: {
    request: z.strictObject({ faceSessionNo }),
    /** The channel's own page, which returns to ours. */
    response: z.object({ url: z.string() }),
  },
  faceResult: {
    /** Our own page sends the frames; for the channel's service only its result is queried. */
    request: z.strictObject({
      faceSessionNo,
      faceToken: z.optional(text(128)),
      frames: z.optional(
        z
          .array(
            z.strictObject({
              action: z.enum(['front', ...faceActions]),
              image: z.string().check(z.maxLength(280_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
            }),
          )
          .check(z.minLength(1), z.maxLength(8)),
      ),
    }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('passed') }),
      z.object({ outcome: z.literal('pending') }),
      /** The service is unsure, so a person compares the pictures. */
      z.object({
        outcome: z.literal('review'),
        /** What the check is for is kept open until then, in milliseconds. */
        until: z.optional(z.int()),
      }),
      z.object({
        outcome: z.literal('failed'),
        reason: z.enum(faceFailures),
        /** What a reviewer says of it. */
        message: z.optional(z.string()),
        attemptsLeft: z.int(),
        /** The day on which checks are possible again, when no attempt is left. */
        opensOn: z.optional(localDate),
      }),
    ]),
  },
  person: {
    request: z.strictObject({}),
    response: z.object({
      /** The card on file, masked. */
      saved: z.optional(
        z.object({
          name: z.string(),
          no: z.string(),
          issueAgency: z.string(),
          issueDate: localDate,
          expireDate: lastDay,
        }),
      ),
      /** Fields read from photos that are not saved yet, so that another phone can continue. */
      read: z.object({
        front: z.optional(frontReading),
        back: z.optional(backReading),
        idLogNo: z.optional(idLogNo),
      }),
    }),
  },
}
