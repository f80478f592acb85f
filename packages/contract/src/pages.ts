/**
 * Addresses inside the app that somebody else has to know: the server, which answers a step with
 * its page; partners and the desk, which link to one; a step whose screen is still to come.
 */
// A table: one page, one line.
// oxfmt-ignore
export const pages = {
  landing:            '/landChannel',
  repayLanding:       '/repayLandChannel',
  bankPartnerLanding: '/guangdaChannel',
  unionPayLanding:    '/unionPayChannel',
  register:           '/user/register',
  registerInWallet:   '/user/zfbreg',
  welcomeBack:        '/user/welcome',
  channelSignIn:      '/wxChannel/wxChannelLogin',
  idCard:             '/apply/identity',
  faceByChannel:      '/apply/creditLiving',
  faceInPage:         '/apply/creditFaceH5',
  facePassed:         '/apply/faceSuc',
  faceFailed:         '/apply/faceFail',
  facePassedInPage:   '/apply/faceSucH5',
  faceFailedInPage:   '/apply/faceFailH5',
  faceUnsupported:    '/apply/noSupportFaceH5',
  faceForLoan:        '/creditFace/face',
  bindCard:           '/apply/addSaveCard',
  bindCardForCredit:  '/apply/creditAddCard',
  supportedBanks:     '/apply/bankList',
  basicInfo:          '/apply/connectMsg',
  companyInfo:        '/apply/companyMsg',
  confirmApplication: '/apply/confirm',
  underReview:        '/apply/wait',
  notGranted:         '/apply/fail',
  refused:            '/apply/refuse',
  limit:              '/user/limit',
  borrow:             '/loan/loan',
  chooseCoupon:       '/loan/coupon',
  loanAgreements:     '/loan/protol',
  loanResult:         '/loan/result',
  repayHome:          '/repay/repayIndex',
  paymentResult:      '/repay/resultRepay',
  somethingWrong:     '/error',
  badLink:            '/landError',
  staffHome:          '/staffLoan/staffIndex',
} as const
