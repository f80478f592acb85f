/** The values of `statusInfo.code` by meaning. */
export const codes = {
  success: 'COMCC00000',
  partnerSuccess: '0000000000',
  notSignedIn: 'QZ0010',
  linkTokenInvalid: 'TOKENLOGININVALID',
  landingError: 'PAGEURL001',
  refused: 'RMSERR001',
  riskRefused: 'RMSRULEERR001',
  authorisationFailed: 'WECHATERR01',
  captchaWrong: 'IMAGECODE500',
  pageDataMissing: 'H5PAGECODE500',
  /** The session has no keys of this device, or those of another one. */
  deviceUnconfirmed: 'QZ0012',
  stepNotReached: 'APPSTES400',
  serverFault: 'APPSTES500',
  accountState: 'APPLOEB405',
  invalidField: 'COMVAL0001',
  tooOften: 'COMLIM0001',
  /** A notice closes the service: its text is the message. */
  closed: 'COMPRO0001',
  /** Nothing was done: the body must be sealed again and resent. */
  sealAgain: 'QZ0011',
} as const

export type Code = (typeof codes)[keyof typeof codes]

/** The codes of the code/msg envelope, used by the staff area. */
export const staffCodes = { success: '0000', sessionEnded: '9998' } as const
