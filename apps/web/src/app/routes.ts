import type { Step } from '@qingzhou/domain/credit/steps'

/** Who may open a screen. `inStep` screens open only where the server says the borrower is. */
export type Access = 'everyone' | 'signedIn' | 'inStep' | 'staff'

export type Route<Path extends string = string> = {
  readonly path: Path
  readonly title: string
  readonly access: Access
  readonly keepAlive: boolean
  readonly step: Step | undefined
}

function at<Path extends string>(
  access: Access,
  path: Path,
  title: string,
  { keepAlive = false, step }: { readonly keepAlive?: boolean; readonly step?: Step } = {},
): Route<Path> {
  return { path, title, access, keepAlive, step }
}

/** Every screen by feature: data alone, so that guards, titles and tests can read it. */
// A table: one screen, one line.
// oxfmt-ignore
export const routes = {
  onboarding: {
    landing:               at('everyone', '/landChannel', '轻舟', { step: 'signIn' }),
    repayLanding:          at('everyone', '/repayLandChannel', '轻舟'),
    bankPartnerLanding:    at('everyone', '/guangdaChannel', '轻舟'),
    unionPayLanding:       at('everyone', '/unionPayChannel', '轻舟'),
    register:              at('everyone', '/user/register', '注册'),
    registerInWallet:      at('everyone', '/user/zfbreg', '注册'),
    followAccount:         at('everyone', '/user/focus', '关注公众号'),
    welcomeBack:           at('everyone', '/user/welcome', '欢迎'),
    channelSignIn:         at('everyone', '/wxChannel/wxChannelLogin', '登录'),
    openMiniProgram:       at('everyone', '/openMsApplet/msMini', '打开小程序'),
  },
  downloads: {
    downloadAfterFailure:  at('everyone', '/openMsApplet/verifyFailed', '下载'),
    download1:             at('everyone', '/download/download1', '下载'),
    download2:             at('everyone', '/download/download2', '下载'),
    download3:             at('everyone', '/download/download3', '下载'),
    download4:             at('everyone', '/download/download4', '下载'),
    download5thYear:       at('everyone', '/download/5th', '下载'),
  },
  notices: {
    somethingWrong:        at('everyone', '/error', '出错了'),
    badLink:               at('everyone', '/landError', '出错了'),
    badBankPartnerLink:    at('everyone', '/apply/guangdaLandError', '出错了'),
    notice:                at('everyone', '/user/notice', '公告'),
    riskRefused:           at('everyone', '/user/riskRefuse', '温馨提示'),
    servicePage:           at('everyone', '/user/:name', '服务'),
  },
} as const satisfies Record<string, Record<string, Route>>

export type RouteFeature = keyof typeof routes
