import * as z from 'zod/mini'
import type { Step } from '@qingzhou/domain/credit/steps'
import { localDate, money, ratePpm } from '#wire/figures.ts'
import { drawNames } from '#wire/names.ts'
import { renameFields } from '#wire/renamed.ts'
import { deviceKeys, environmentInfo, terminalInfo } from './onboarding.ts'

/** Step names and their wire codes. */
// A table: one step, one line.
// oxfmt-ignore
const codeOfStep = {
  signIn: 'DL10',
  identity: 'SF10',
  faceByChannel: 'RL10',
  faceInPage: 'RL11',
  faceForLoan: 'RL20',
  bindCard: 'BK10',
  bindCardForCredit: 'BK11',
  basicInfo: 'JB11',
  companyInfo: 'DW10',
  confirmApplication: '9999',
  underReview: 'SX10',
  notGranted: 'SX11',
  limit: 'ED10',
  borrow: 'JK10',
  loanResult: 'JK11',
} as const satisfies Record<Step, string>

type StepCode = (typeof codeOfStep)[Step]

export const stepCodes = Object.values(codeOfStep)

export function stepCode(step: Step): StepCode {
  return codeOfStep[step]
}

function stepOfCode(code: string): Step | undefined {
  return stepNames.find((step) => codeOfStep[step] === code)
}

/** `Object.keys` loses the key type; the table above is closed, so the cast is safe. */
const stepNames = Object.keys(codeOfStep) as Step[]

/** The borrower's step in an application. A face step includes the page that performs it. */
export type StepAnswer = {
  readonly step: Step
  readonly pageUrl?: string | undefined
  /** The customer's draw in progress, or the draw that was asked for, on whichever phone it began. */
  readonly drawNo?: string | undefined
  readonly controlMessage?: string | undefined
}

export const stepAnswer = z.codec(
  z.object({
    pageId: z.enum(stepCodes),
    pageUrl: z.optional(z.string()),
    loanSeqNo: z.optional(z.string()),
    controlMessage: z.optional(z.string()),
  }),
  z.custom<StepAnswer>(),
  {
    // The enum accepts only codes of the table, so a step is always found.
    decode: ({ pageId, loanSeqNo: drawNo, ...rest }) => ({
      step: stepOfCode(pageId) ?? 'signIn',
      drawNo,
      ...rest,
    }),
    encode: ({ step, drawNo, ...rest }) => ({
      pageId: stepCode(step),
      loanSeqNo: drawNo,
      ...rest,
    }),
  },
)

const flowBranch = z.optional(z.string().check(z.regex(/^\d$/)))

/** One step of the progress bar above a form. */
const progressStep = z.codec(
  z.object({ pageId: z.enum(stepCodes), state: z.enum(['done', 'now', 'todo']) }),
  z.custom<{ readonly step: Step; readonly state: 'done' | 'now' | 'todo' }>(),
  {
    decode: ({ pageId, state }) => ({ step: stepOfCode(pageId) ?? 'signIn', state }),
    encode: ({ step, state }) => ({ pageId: stepCode(step), state }),
  },
)

const reviewStage = z.object({
  stage: z.enum(['submission', 'bureauReport', 'assessment', 'person']),
  state: z.enum(['done', 'now', 'todo']),
  /** Done or running since then, in milliseconds. */
  since: z.optional(z.int()),
  /** The latest end of a stage that a person works on. */
  until: z.optional(z.int()),
})

export type ReviewStage = z.output<typeof reviewStage>

/** A draw that has reserved its amount of the limit and is not disbursed yet. */
const openDraw = renameFields(
  z.object({
    loanSeqNo: z.string(),
    amount: money,
    /** `processing`: the bank is asked, so it can no longer be cancelled. */
    state: z.enum(['verifying', 'processing']),
    /** The verifications still required. */
    verification: z.array(z.enum(['sms', 'face'])),
    /** A person looks at the pictures of the face check. */
    isFaceInReview: z.optional(z.boolean()),
    /** It is cancelled if it is not verified by then, in milliseconds. */
    verifyBy: z.optional(z.int()),
    /** The money goes to the mall. */
    isPurchase: z.boolean(),
  }),
  drawNames,
)

export type OpenDraw = z.output<typeof openDraw>

/** A ticked agreement: its text and version. */
export const agreedText = z.strictObject({
  code: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  version: z.string().check(z.regex(/^[\w.-]{1,20}$/)),
})

export const creditShapes = {
  currentStep: { request: z.strictObject({ flowBranch }), response: stepAnswer },
  progress: {
    request: z.strictObject({}),
    response: renameFields(
      z.object({
        steps: z.array(progressStep),
        /** The stages of a review that is running, each with the time of its last event. */
        review: z.optional(z.array(reviewStage)),
        /** The customer's draw in progress. */
        loanSeqNo: z.optional(z.string()),
      }),
      drawNames,
    ),
  },
  open: {
    /** The device keys that the vendors issued for this phone, where available. */
    request: z.strictObject({
      terminalInfo,
      environmentInfo,
      flowBranch,
      deviceKeys: z.optional(deviceKeys),
    }),
    response: z.object({ applyNo: z.string() }),
  },
  submit: {
    request: z.strictObject({ agreed: z.array(agreedText).check(z.minLength(1), z.maxLength(8)) }),
    response: z.object({}),
  },
  limit: {
    request: z.strictObject({}),
    response: z.object({
      state: z.enum(['open', 'frozen', 'cancelled', 'expired']),
      /**
       * Why a frozen limit is frozen: a consolidation plan; the lender looks into the account; the
       * lender has stopped debits and reminders as well.
       */
      pause: z.optional(z.enum(['plan', 'review', 'care'])),
      total: money,
      /** Includes what an open draw has reserved. */
      used: money,
      available: money,
      annualRate: ratePpm,
      validUntil: localDate,
      /** Amounts due within the month and overdue, for the home page. */
      dueSoon: z.optional(
        z.object({
          amount: money,
          dueDate: localDate,
          isOverdue: z.boolean(),
          /** Days until the due date, or days overdue, by the books' date. */
          days: z.int(),
        }),
      ),
      openDraw: z.optional(openDraw),
    }),
  },
}
