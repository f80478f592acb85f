export {
  findApplication,
  hasSubmitted,
  lockApplication,
  type ApplicationRecord,
  type NotGranted,
} from './application-store.ts'
export {
  applicationForCaller,
  channelOf,
  endApplication,
  moveApplication,
  openApplication,
  requireStep,
  resumeApplication,
  submitApplication,
} from './end-application.ts'
