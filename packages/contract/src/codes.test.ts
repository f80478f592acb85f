import { expect, it } from 'vitest'
import { codes, staffCodes } from './codes.ts'

it('[4.051, 6.016] have the literal values of the specification and its decisions', () => {
  expect({ ...codes }).toEqual({
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
    stepNotReached: 'APPSTES400',
    serverFault: 'APPSTES500',
    accountState: 'APPLOEB405',
    invalidField: 'COMVAL0001',
    tooOften: 'COMLIM0001',
    closed: 'COMPRO0001',
    sealAgain: 'QZ0011',
    deviceUnconfirmed: 'QZ0012',
  })
  expect({ ...staffCodes }).toEqual({ success: '0000', sessionEnded: '9998' })
})
