/** Who may call. The edge refuses everybody else before a handler is reached. */
export type Access = 'public' | 'signedIn' | 'staff'

/** How the request body travels: sealed in blocks or under a session key, always under a key, or plain. */
export type Body = 'sealed' | 'hybrid' | 'plain' | 'none'

export type Envelope = 'statusInfo' | 'codeMsg'

/** What goes back: an envelope, or for the two calls a browser makes by itself a redirect or a pixel. */
export type Answer = 'envelope' | 'redirect' | 'pixel'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  readonly body: Body
  readonly envelope: Envelope
  readonly answer: Answer
  /** Served while others are shed: calls that move money or let a person in. */
  readonly urgent: boolean
}

type Unusual = Partial<Pick<Call, 'body' | 'envelope' | 'answer' | 'urgent'>>

function post<A extends Access>(access: A, path: string, unusual: Unusual = {}) {
  return call('POST', access, path, { body: 'sealed', ...unusual })
}

function get<A extends Access>(access: A, path: string, unusual: Unusual = {}) {
  return call('GET', access, path, { body: 'none', ...unusual })
}

function call<A extends Access>(
  method: Call['method'],
  access: A,
  path: string,
  unusual: Unusual & Pick<Call, 'body'>,
): Call & { readonly access: A } {
  return {
    method,
    path,
    access,
    envelope: 'statusInfo',
    answer: 'envelope',
    urgent: false,
    ...unusual,
  }
}

const plain = { body: 'plain' } as const
const urgent = { urgent: true } as const

/** Every HTTP call by feature: our name on the left, the address the world knows on the right. */
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
    idCardExpiry:            post('signedIn', '/byfront-core/common/queryIdCardOverDay'),
  },
  credit: {
    currentStep:             post('signedIn', '/byfront-core/control/ajax/queryUserStepInfo'),
  },
  reference: {
    choices:                 post('public',   '/byfront-core/common/getEnumInfo'),
    areas:                   post('public',   '/byfront-core/comm/getAreaCode'),
    staticPage:              post('public',   '/app-front/general/pageStaticinfo', plain),
  },
  system: {
    time:                    post('public',   '/byfront-core/common/queryServerTime', plain),
    publicKey:               post('public',   '/byfront-core/common/publicKey', plain),
    version:                 post('public',   '/byfront-core/version/get'),
    log:                     post('public',   '/acc-front/logs/h5', plain),
    logError:                post('public',   '/acc-front/logs/h5_error', plain),
    logByBeacon:             get ('public',   '/acc-front/logs/h5', { answer: 'pixel' }),
  },
} as const satisfies Record<string, Record<string, Call>>

export type Feature = keyof typeof calls

/** Tracking is no part of the product: these answer success and keep nothing. */
export const trackingPaths = [
  '/byfront-core/comm/ajax/buryingPoint',
  '/byfront-core/comm/ajax/buryPointNew',
  '/byfront-core/comm/ajax/amsBuryingPoint',
] as const
