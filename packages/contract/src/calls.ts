import type { Permission } from './permissions.ts'

/** Who may call. The HTTP layer refuses everyone else before a handler is reached. */
export type Access = 'public' | 'signedIn' | 'staff'

/**
 * How the request body is sent: sealed in blocks or under a session key, always under a session
 * key, or plain.
 */
export type Body = 'sealed' | 'hybrid' | 'plain' | 'none'

export type Envelope = 'statusInfo' | 'codeMsg'

/**
 * The response: an envelope or, for the two calls that a browser makes by itself, a redirect or a
 * pixel.
 */
export type Answer = 'envelope' | 'redirect' | 'pixel'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  readonly body: Body
  readonly envelope: Envelope
  readonly answer: Answer
  /** Served while other calls are shed: calls that move money or sign a customer in. */
  readonly urgent?: true
  /**
   * Waits for the renewal of an expired identity card: what takes money from the lender, and what
   * changes who the customer is. Seeing bills, paying and complaining never waits.
   */
  readonly needsValidCard?: true
  /**
   * Whether the session must have the keys of the device vendors, and whether they must be the same
   * keys. `sent`: the use case judges other keys itself.
   */
  readonly deviceKeys?: 'sent' | 'same'
  /** What a member of staff needs for a call of access `staff`; without it no call is allowed. */
  readonly permission?: Permission
}

type CallOverrides = Partial<
  Pick<
    Call,
    'body' | 'envelope' | 'answer' | 'urgent' | 'needsValidCard' | 'deviceKeys' | 'permission'
  >
>

export function post<A extends Access>(access: A, path: string, unusual: CallOverrides = {}) {
  return call('POST', access, path, { body: 'sealed', ...unusual })
}

function get<A extends Access>(access: A, path: string, unusual: CallOverrides = {}) {
  return call('GET', access, path, { body: 'none', ...unusual })
}

function call<A extends Access>(
  method: Call['method'],
  access: A,
  path: string,
  unusual: CallOverrides & Pick<Call, 'body'>,
): Call & { readonly access: A } {
  return {
    method,
    path,
    access,
    envelope: 'statusInfo',
    answer: 'envelope',
    ...unusual,
  }
}

/** A call of the staff area. */
function by<P extends Permission>(permission: P) {
  return { envelope: 'codeMsg', permission } as const
}

const plain = { body: 'plain' } as const
const hybrid = { body: 'hybrid' } as const
const urgent = { urgent: true } as const
const withValidCard = { needsValidCard: true } as const
const sameDevice = { deviceKeys: 'same' } as const
const drawing = { ...urgent, ...withValidCard, deviceKeys: 'sent' } as const
const codeMsg = { envelope: 'codeMsg' } as const

/**
 * The HTTP calls of the web app by feature: our name on the left, the public address on the right.
 * Those of the console are in console-calls.ts, which the web app does not load.
 */
// A table: one call, one line.
// oxfmt-ignore
export const calls = {
  onboarding: {
    newCaptcha:              post('public',   '/byfront-core/user/getIdentifyCode'),
    checkCaptcha:            post('public',   '/byfront-core/user/checkImageCode'),
    redeemLinkToken:         post('public',   '/byfront-core/user/getToken', urgent),
    sendSmsCode:             post('public',   '/byfront-core/user/getDynamicCode'),
    sendSmsCodeAfterCaptcha: post('public',   '/byfront-core/user/dynamicCodeNew'),
    sendPurposeCode:         post('signedIn', '/byfront-core/user/dynamicCode'),
    checkPurposeCode:        post('signedIn', '/byfront-core/user/checkNote'),
    signIn:                  post('public',   '/byfront-core/user/login', urgent),
    currentUser:             post('signedIn', '/byfront-core/user/queryUserInfo'),
    maskedPhone:             post('signedIn', '/byfront-core/user/queryUserPhoneNo'),
    isOwnPhone:              post('signedIn', '/byfront-core/user/checkMobileSame'),
    registerThroughPartner:  post('public',   '/byfront-core/user/shhRegister', urgent),
    isTestPhone:             post('public',   '/byfront-core/user/testUser'),
    startAuthorisation:      get ('public',   '/byfront-core/user/loginAuth', { answer: 'redirect' }),
    deviceKeys:              post('public',   '/byfront-core/comm/ajax/queryDeviceKeys'),
    saveTerminal:            post('signedIn', '/byfront-core/comm/ajax/saveTerminalEnvironment'),
    miniProgramLink:         post('public',   '/byfront-core/comm/getUrlScheme'),
    signPageUrl:             post('signedIn', '/app-front/bnhuser/signature', plain),
  },
  identity: {
    readIdCard:              post('signedIn', '/byfront-core/user/ajax/uploadIdCardImage', hybrid),
    readsLeft:               post('signedIn', '/byfront-core/user/ajax/queryOcrLimit'),
    saveIdCard:              post('signedIn', '/byfront-core/user/ajax/saveIDInfo'),
    verifyIdNumber:          post('signedIn', '/byfront-core/user/validateIdCard'),
    matchCustomer:           post('signedIn', '/byfront-core/user/validateCustInfo'),
    idCardExpiry:            post('signedIn', '/byfront-core/common/queryIdCardOverDay'),
    checkModes:              post('signedIn', '/byfront-core/living/getOcrAndLivingConfig'),
    openFaceSession:         post('signedIn', '/byfront-core/living/getLivingAuth'),
    faceChallenge:           post('signedIn', '/byfront-core/living/getLivingToken'),
    faceStartParams:         post('signedIn', '/byfront-core/living/getFaceStartupParams'),
    faceResult:              post('signedIn', '/byfront-core/living/getLivingResult', hybrid),
    person:                  post('signedIn', '/app-front/identity/queryPersonInfo', plain),
  },
  cards: {
    supportedBanks:          post('public',   '/byfront-core/comm/querySupportBank'),
    bankOfNumber:            post('signedIn', '/byfront-core/comm/queryCardBin'),
    readNumber:              post('signedIn', '/byfront-core/comm/readBankCardImage', hybrid),
    sendBindingCode:         post('signedIn', '/byfront-core/comm/getBindCardDynamicCode'),
    bind:                    post('signedIn', '/byfront-core/comm/bindCard', { ...urgent, ...sameDevice }),
    hasDebitAgreement:       post('signedIn', '/byfront-core/isSignPaymentAgreement'),
    startDebitAgreement:     post('signedIn', '/byfront-core/signPaymentAgreement'),
    confirmDebitAgreement:   post('signedIn', '/byfront-core/signPaymentAgreementConfirm'),
    endDebitAgreement:       post('signedIn', '/byfront-core/endPaymentAgreement'),
    walletAgreement:         post('signedIn', '/byfront-core/queryWalletAgreement'),
    startWalletAgreement:    post('signedIn', '/byfront-core/signWalletAgreement'),
    endWalletAgreement:      post('signedIn', '/byfront-core/endWalletAgreement'),
    chooseDefault:           post('signedIn', '/byfront-core/comm/setDefaultCard'),
    list:                    post('signedIn', '/app-front/identity/queryCardInfoList', plain),
  },
  profile: {
    save:                    post('signedIn', '/byfront-core/user/ajax/savePersionInfo'),
    read:                    post('signedIn', '/byfront-core/user/querPersonInfo'),
    amend:                   post('signedIn', '/byfront-core/user/updateCustBaseInfo'),
    startPhoneChange:        post('signedIn', '/byfront-core/user/beforeChangePhone', { ...withValidCard, ...sameDevice }),
    confirmPhoneChange:      post('signedIn', '/byfront-core/user/validateSmsCode', { ...withValidCard, ...sameDevice }),
    emails:                  post('signedIn', '/byfront-core/comm/getEmailList'),
  },
  security: {
    linkedApps:              post('signedIn', '/byfront-core/user/queryLinkedApps'),
    unlinkApp:               post('signedIn', '/byfront-core/user/unlinkApp'),
    sessions:                post('signedIn', '/byfront-core/user/querySessions'),
    endSession:              post('signedIn', '/byfront-core/user/endSession'),
    signOut:                 post('public',   '/byfront-core/user/logout'),
    signOutEverywhere:       post('signedIn', '/byfront-core/user/logoutAll'),
  },
  'data-copies': {
    copies:                  post('signedIn', '/byfront-core/user/queryDataCopies'),
    request:                 post('signedIn', '/byfront-core/user/applyDataCopy'),
    link:                    post('signedIn', '/byfront-core/user/downloadDataCopy'),
  },
  'bureau-reports': {
    reported:                post('signedIn', '/byfront-core/user/queryBureauReports'),
    dispute:                 post('signedIn', '/byfront-core/user/disputeBureauReport'),
  },
  messages: {
    list:                    post('signedIn', '/byfront-core/user/queryMessages'),
    unread:                  post('signedIn', '/byfront-core/user/queryUnreadMessages'),
    markRead:                post('signedIn', '/byfront-core/user/readMessages'),
    settings:                post('signedIn', '/byfront-core/user/queryMessageSettings'),
    saveSettings:            post('signedIn', '/byfront-core/user/saveMessageSettings'),
  },
  credit: {
    currentStep:             post('signedIn', '/byfront-core/control/ajax/queryUserStepInfo'),
    progress:                post('signedIn', '/byfront-core/control/ajax/getStepInfo'),
    open:                    post('signedIn', '/byfront-core/credit/toApply'),
    submit:                  post('signedIn', '/byfront-core/credit/ajax/creditApplySubmit', urgent),
    limit:                   post('signedIn', '/byfront-core/credit/queryCreditLimit'),
  },
  loans: {
    currentStep:             post('signedIn', '/byfront-core/control/ajax/queryLoanStepInfo'),
    choices:                 post('signedIn', '/byfront-core/loan/queryLoanPeriodAndPurpose'),
    rate:                    post('signedIn', '/byfront-core/loan/queryLprAndRate'),
    coupons:                 post('signedIn', '/byfront-core/loan/queryCoupon'),
    ownCoupons:              post('signedIn', '/byfront-core/loan/queryOwnCoupons'),
    payoutCards:             post('signedIn', '/byfront-core/loan/queryLoanBankCard'),
    quote:                   post('signedIn', '/byfront-core/loan/trailTrans'),
    quoteForChannel:         post('public',   '/byfront-core/loan/queryLoanTrailTrans'),
    apply:                   post('signedIn', '/byfront-core/loan/ajax/loanApply', drawing),
    execute:                 post('signedIn', '/byfront-core/loan/applyLoanExecN', { ...urgent, ...withValidCard }),
    cancel:                  post('signedIn', '/byfront-core/loan/ajax/cancelLoan', urgent),
    result:                  post('signedIn', '/byfront-core/loan/ajax/queryLoanResult'),
  },
  repayment: {
    overview:                post('signedIn', '/byfront-core/repay/queryRepayIndex'),
    allDue:                  post('signedIn', '/byfront-core/repay/queryAllPlan'),
    month:                   post('signedIn', '/byfront-core/repay/queryMonthPlan'),
    currentBill:             post('signedIn', '/byfront-core/repay/queryCurrentBill'),
    plan:                    post('signedIn', '/byfront-core/repay/queryLoanPlan'),
    loanHistory:             post('signedIn', '/byfront-core/repay/queryLoanRecord'),
    settledLoans:            post('signedIn', '/byfront-core/repay/queryLoanRecordHistory'),
    paymentHistory:          post('signedIn', '/byfront-core/repay/queryRepayRecord'),
    loan:                    post('signedIn', '/byfront-core/repay/queryLoanDetail'),
    payment:                 post('signedIn', '/byfront-core/repay/queryRepayDetail'),
    refund:                  post('signedIn', '/byfront-core/repay/queryRefundDetail'),
    quote:                   post('signedIn', '/byfront-core/repay/repayTrial'),
    place:                   post('signedIn', '/byfront-core/repay/repayApply', urgent),
    confirm:                 post('signedIn', '/byfront-core/repay/repayConfirm', urgent),
    cancel:                  post('signedIn', '/byfront-core/repay/repayCancel', urgent),
    result:                  post('signedIn', '/byfront-core/repay/queryRepayResult'),
    createWalletOrder:       post('signedIn', '/byfront-core/aliPayRepay/createOrder', urgent),
    walletOrder:             post('signedIn', '/byfront-core/aliPayRepay/queryOrder'),
    billsByPeriod:           post('signedIn', '/byfront-core/aliApplets/showPeriodBills'),
    channelBills:            post('signedIn', '/byfront-core/allChannelRepay/queryChannelBill'),
    deferralOffer:              post('signedIn', '/byfront-core/repayDelay/queryDelay'),
    defer:                      post('signedIn', '/byfront-core/repayDelay/delayRepay', urgent),
    uploadForbearanceEvidence:       post('signedIn', '/byfront-core/repayDelay/nmgUploadFile', hybrid),
    applyForForbearance:          post('signedIn', '/byfront-core/repayDelay/nmgApply'),
  },
  waiver: {
    offer:                   post('signedIn', '/byfront-core/allChannelRepay/queryWaiver'),
    pay:                     post('signedIn', '/byfront-core/allChannelRepay/waiverRepay', urgent),
  },
  'rate-cuts': {
    list:                    post('signedIn', '/byfront-core/cutRates/queryRlcChgList'),
    detail:                  post('signedIn', '/byfront-core/cutRates/queryRlcChgDetail'),
  },
  restructure: {
    bills:                   post('signedIn', '/byfront-core/individuation/queryBills'),
    quote:                   post('signedIn', '/byfront-core/individuation/trial'),
    saveContacts:            post('signedIn', '/byfront-core/individuation/saveContact'),
    uploadDocument:          post('signedIn', '/byfront-core/individuation/uploadFile', hybrid),
    documents:               post('signedIn', '/byfront-core/individuation/queryFiles'),
    sign:                    post('signedIn', '/byfront-core/individuation/sign', urgent),
    signedPlans:             post('signedIn', '/byfront-core/individuation/querySigned'),
    repay:                   post('signedIn', '/byfront-core/individuation/repay', urgent),
    quoteBillConversion:             post('signedIn', '/byfront-core/secondInstallment/trial'),
    signBillConversion:              post('signedIn', '/byfront-core/secondInstallment/sign', urgent),
    convertedPlan:              post('signedIn', '/byfront-core/secondInstallment/queryDetail'),
  },
  agreements: {
    forEvent:                post('public',   '/byfront-core/comm/userProtocol'),
    toConfirm:               post('signedIn', '/byfront-core/comm/queryConfirmPro'),
    confirmRead:             post('signedIn', '/byfront-core/comm/confirmProtocolRead'),
    signedList:              post('signedIn', '/byfront-core/protocol/querySignedList'),
    signed:                  post('signedIn', '/byfront-core/protocol/querySigned'),
    sendByEmail:             post('signedIn', '/byfront-core/protocol/sendEmail'),
  },
  settlement: {
    settledLoans:            post('signedIn', '/byfront-core/certificate/jqQueryList'),
    apply:                   post('signedIn', '/byfront-core/certificate/jqApply'),
    verify:                  post('public',   '/byfront-core/certificate/verify'),
  },
  evidence: {
    list:                    post('signedIn', '/byfront-core/loan/ajax/queryLoanProof'),
    upload:                  post('signedIn', '/byfront-core/loan/ajax/uploadLoanProof', hybrid),
    submit:                  post('signedIn', '/byfront-core/loan/ajax/confirmLoanProof'),
  },
  'limit-cancellation': {
    limits:                  post('signedIn', '/byfront-core/bnhuser/queryCancelLimit'),
    currentStep:             post('signedIn', '/byfront-core/bnhuser/getStepInfo'),
    checkSmsCode:            post('signedIn', '/byfront-core/bnhuser/checkNote'),
    cancel:                  post('signedIn', '/byfront-core/bnhuser/cancelLimits', urgent),
  },
  mall: {
    offers:                  post('public',   '/byfront-core/mall/queryOffers'),
    buy:                     post('signedIn', '/byfront-core/mall/createOrder', drawing),
    orders:                  post('signedIn', '/byfront-core/mall/queryHistoryOrders'),
  },
  staff: {
    openLoanArea:            post('public',   '/ams-oms/staffLoanOpen/login', codeMsg),
    names:                   post('staff',    '/ams-oms/staffLoanOpen/queryNameList', by('roster:write')),
    addName:                 post('staff',    '/ams-oms/staffLoanOpen/addName', by('roster:write')),
    importNames:             post('staff',    '/ams-oms/staffLoanOpen/importNames', { ...by('roster:write'), ...hybrid }),
    removeName:              post('staff',    '/ams-oms/staffLoanOpen/removeName', by('roster:write')),
    loansToHandle:           post('staff',    '/ams-oms/staffLoanOpen/queryHandleList', by('evidence:read')),
    evidence:                  post('staff',    '/ams-oms/staffLoanOpen/queryProof', by('evidence:read')),
    uploadEvidence:             post('staff',    '/ams-oms/staffLoanOpen/upload', { ...by('evidence:upload'), ...hybrid }),
    reviewEvidence:             post('staff',    '/ams-oms/staffLoanOpen/check', by('reviews:decide')),
    redeemHandover:          post('public',   '/user/redeemHandover', codeMsg),
    signIn:                  post('public',   '/user/login', codeMsg),
    confirmSecondFactor:     post('public',   '/user/loginSecondStep', codeMsg),
    me:                      get ('staff',    '/user/info', by('session:own')),
    changePassword:          post('staff',    '/user/changePassword', by('session:own')),
    signOut:                 post('staff',    '/user/logout', by('session:own')),
  },
  reference: {
    choices:                 post('public',   '/byfront-core/common/getEnumInfo'),
    areas:                   post('public',   '/byfront-core/comm/getAreaCode'),
    staticPage:              post('public',   '/app-front/general/pageStaticinfo', plain),
  },
  system: {
    time:                    post('public',   '/byfront-core/common/queryServerTime', plain),
    publicKey:               post('public',   '/byfront-core/common/publicKey', plain),
    clientIp:                post('public',   '/byfront-core/common/queryClientIp'),
    version:                 post('public',   '/byfront-core/version/get'),
    log:                     post('public',   '/acc-front/logs/h5', plain),
    logError:                post('public',   '/acc-front/logs/h5_error', plain),
    logByBeacon:             get ('public',   '/acc-front/logs/h5', { answer: 'pixel' }),
  },
} as const satisfies Record<string, Record<string, Call>>

/** Tracking is not part of the product: these paths answer success and store nothing. */
export const trackingPaths = [
  '/byfront-core/comm/ajax/buryingPoint',
  '/byfront-core/comm/ajax/buryPointNew',
  '/byfront-core/comm/ajax/amsBuryingPoint',
] as const
