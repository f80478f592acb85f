import * as z from 'zod/mini'
import type { Step } from '@qingzhou/domain/credit/steps'
import { stepCode, stepCodes, stepOfCode } from './steps.ts'

/** Where the borrower is in an application. A face step carries the page that does it. */
export type StepAnswer = {
  readonly step: Step
  readonly pageUrl?: string | undefined
  readonly controlMessage?: string | undefined
}

const stepAnswer = z.codec(
  z.object({
    pageId: z.enum(stepCodes),
    pageUrl: z.optional(z.string()),
    controlMessage: z.optional(z.string()),
  }),
  z.custom<StepAnswer>(),
  {
    // The enum admits the codes of the table alone, so a step is always found.
    decode: ({ pageId, ...rest }) => ({ step: stepOfCode(pageId) ?? 'signIn', ...rest }),
    encode: ({ step, ...rest }) => ({ pageId: stepCode(step), ...rest }),
  },
)

export const creditShapes = {
  currentStep: {
    request: z.strictObject({ flowBranch: z.optional(z.string().check(z.regex(/^\d$/))) }),
    response: stepAnswer,
  },
}
