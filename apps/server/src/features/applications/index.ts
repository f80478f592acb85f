export {
  findApplication,
  hasSubmitted,
  lockApplication,
  type ApplicationRecord,
  type NotGranted,
} from './application-store.ts'
export {
  applicationSeenBy,
  channelOf,
  endApplication,
  moveApplication,
  openApplication,
  requireAt,
  resumeApplication,
  submitApplication,
} from './end-application.ts'
