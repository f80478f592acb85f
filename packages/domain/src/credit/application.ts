import { unreachable } from '#assert.ts'
import type { Step } from '#credit/steps.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** The payment app runs its own face check; in other channels our own page does. */
export type ApplicationChannel = 'payment-app' | 'browser'

/** Progress of an application for a limit. */
export interface Application {
  /** The furthest step reached. Opening an earlier form changes nothing until it is saved again. */
  readonly step: Step
  readonly channel: ApplicationChannel
  /** The lender invited this customer with a limit that is already decided (flow branch 1). */
  readonly preApproved: boolean
  /** The identity card has expired: it must be renewed before anything else. */
  readonly identityExpired: boolean
}

export type ApplicationEvent =
  | { type: 'opened-in'; channel: ApplicationChannel }
  | { type: 'signed-in' }
  | { type: 'identity-saved' }
  | { type: 'identity-expired' }
  | { type: 'face-passed' }
  | { type: 'card-bound' }
  | { type: 'basic-info-saved' }
  | { type: 'company-info-saved' }
  | { type: 'submitted' }
  | { type: 'approved' }
  | { type: 'declined' }

export function newApplication(
  customer: Pick<Application, 'channel' | 'preApproved'>,
): Application {
  const { channel, preApproved } = customer
  return { step: 'signIn', channel, preApproved, identityExpired: false }
}

/** The step the customer is sent to by default. [S2] */
export function currentStep(application: Application): Step {
  return application.identityExpired ? 'identity' : application.step
}

/**
 * Whether the customer may open a step: any form already reached, until submission. An expired card
 * stops everything but a further bank card, which a repayment may need. [S2, S3]
 */
export function mayEnter(step: Step, application: Application): boolean {
  if (step === currentStep(application)) return true
  if (application.step === 'limit' && step === 'bindCard') return true
  if (application.identityExpired) return false
  if (application.step === 'limit') return step === 'borrow'

  const forms = formsOf(application.channel)
  return forms.includes(step) && forms.indexOf(step) < forms.indexOf(application.step)
}

/**
 * Applies one event to an application; an event for a step not reached is refused, so no step is
 * skipped. [S4]
 */
export function advance(application: Application, event: ApplicationEvent): Outcome<Application> {
  switch (event.type) {
    case 'opened-in':
      return granted(openIn(event.channel, application))
    case 'signed-in':
      return granted(application.step === 'signIn' ? next(application) : application)
    case 'identity-saved':
      return identitySaved(application)
    case 'identity-expired':
      return granted({ ...application, identityExpired: hasIdentity(application) })
    case 'face-passed':
      return saveForm(faceStepIn(application.channel), application)
    case 'card-bound':
      return saveForm('bindCardForCredit', application)
    case 'basic-info-saved':
      return saveForm('basicInfo', application)
    case 'company-info-saved':
      return saveForm('companyInfo', application)
    case 'submitted':
      return submit(application)
    case 'approved':
      return decide('limit', application)
    case 'declined':
      return decide('notGranted', application)
    default:
      return unreachable(event)
  }
}

/** The forms after sign-in, in order. */
export function formsOf(channel: ApplicationChannel): readonly Step[] {
  return [
    'identity',
    faceStepIn(channel),
    'bindCardForCredit',
    'basicInfo',
    'companyInfo',
    'confirmApplication',
  ]
}

/** The face check step of the app the customer is in. */
export function faceStepIn(channel: ApplicationChannel): Step {
  return channel === 'payment-app' ? 'faceByChannel' : 'faceInPage'
}

/**
 * An application started in one app may continue in another, with the face check of that app. [S5]
 */
function openIn(channel: ApplicationChannel, application: Application): Application {
  const isAtFace = application.step === faceStepIn(application.channel)
  return { ...application, channel, step: isAtFace ? faceStepIn(channel) : application.step }
}

function next(application: Application): Application {
  const path: readonly Step[] = ['signIn', ...formsOf(application.channel)]
  const step = path[path.indexOf(application.step) + 1] ?? application.step
  return { ...application, step }
}

/**
 * A form saved for the first time advances; saved again, it returns to the step the customer was
 * at. [S6]
 */
function saveForm(form: Step, application: Application): Outcome<Application> {
  if (!mayEnter(form, application)) return refused({ kind: 'step-not-reached' })
  return granted(form === application.step ? next(application) : application)
}

/**
 * A renewed card returns to the previous step; an identity changed before submission needs a new
 * face check. [S7]
 */
function identitySaved(application: Application): Outcome<Application> {
  if (!mayEnter('identity', application)) return refused({ kind: 'step-not-reached' })

  const renewed = { ...application, identityExpired: false }
  return granted(isSubmitted(application) ? renewed : next({ ...renewed, step: 'identity' }))
}

/** Pre-approved customers get their limit at once; others wait for the review. [S8] */
function submit(application: Application): Outcome<Application> {
  if (currentStep(application) !== 'confirmApplication') {
    return refused({ kind: 'step-not-reached' })
  }
  return granted({ ...application, step: application.preApproved ? 'limit' : 'underReview' })
}

/** Only the first decision counts; a late or repeated one changes nothing. [S9] */
function decide(step: 'limit' | 'notGranted', application: Application): Outcome<Application> {
  if (!isSubmitted(application)) return refused({ kind: 'step-not-reached' })
  return granted(application.step === 'underReview' ? { ...application, step } : application)
}

/** Whether the forms are closed, whatever the decision. */
export function isSubmitted(application: Application): boolean {
  return application.step !== 'signIn' && !formsOf(application.channel).includes(application.step)
}

function hasIdentity(application: Application): boolean {
  return application.step !== 'signIn' && application.step !== 'identity'
}
