import { lender } from '#platform/browser/config.ts'
import type { Step } from '@qingzhou/domain/credit/steps'

/** Who may open a screen. `inStep` screens open only at the step the server names. */
export type Access = 'everyone' | 'signedIn' | 'inStep' | 'staff'

export type Route<Path extends string = string> = {
  readonly path: Path
  readonly title: string
  readonly access: Access
  readonly keepAlive: boolean
  readonly step: Step | undefined
  /**
   * Waits for the renewal of an expired identity card, like the call behind it: borrowing, the forms
   * of an application, a change of the phone. Bills, payments and complaints never wait.
   */
  readonly needsValidCard: boolean
}

function at<Path extends string>(
  access: Access,
  path: Path,
  title: string,
  { keepAlive = false, step, needsValidCard = access === 'inStep' }: RouteOptions = {},
): Route<Path> {
  return { path, title, access, keepAlive, step, needsValidCard }
}

type RouteOptions = {
  readonly keepAlive?: boolean
  readonly step?: Step
  /** By default, pages that open at a step wait, as the step is then that of the identity card. */
  readonly needsValidCard?: boolean
}

const withValidCard = { needsValidCard: true } as const
const always = { needsValidCard: false } as const

/** Every screen by feature. Pure data, so that guards, titles and tests can read it. */
// A table: one screen, one line.
// oxfmt-ignore
export const routes = {
  onboarding: {
    landing:               at('everyone', '/landChannel', lender.product, { step: 'signIn' }),
    repayLanding:          at('everyone', '/repayLandChannel', lender.product),
    bankPartnerLanding:    at('everyone', '/guangdaChannel', lender.product),
    unionPayLanding:       at('everyone', '/unionPayChannel', lender.product),
    register:              at('everyone', '/user/register', '注册'),
    registerInWallet:      at('everyone', '/user/zfbreg', '注册'),
    followAccount:         at('everyone', '/user/focus', '关注公众号'),
    welcomeBack:           at('everyone', '/user/welcome', '欢迎'),
    channelSignIn:         at('everyone', '/wxChannel/wxChannelLogin', '登录'),
    openMiniProgram:       at('everyone', '/openMsApplet/msMini', '打开小程序'),
  },
  identity: {
    idCard:                at('inStep',   '/apply/identity', '身份认证', { step: 'identity' }),
    faceByChannel:         at('inStep',   '/apply/creditLiving', '身份核验', { step: 'faceByChannel' }),
    faceInPage:            at('inStep',   '/apply/creditFaceH5', '身份核验', { step: 'faceInPage' }),
    facePassed:            at('inStep',   '/apply/faceSuc', '认证成功'),
    faceFailed:            at('inStep',   '/apply/faceFail', '认证失败'),
    facePassedInPage:      at('inStep',   '/apply/faceSucH5', '认证成功'),
    faceFailedInPage:      at('inStep',   '/apply/faceFailH5', '认证失败'),
    faceInReview:          at('inStep',   '/apply/faceReview', '人工审核'),
    faceUnsupported:       at('inStep',   '/apply/noSupportFaceH5', '暂不支持', always),
    faceForLoan:           at('signedIn', '/creditFace/face', '人脸核验', { step: 'faceForLoan', ...withValidCard }),
  },
  cards: {
    bindCard:              at('inStep',   '/apply/addSaveCard', '添加储蓄卡', { step: 'bindCard', keepAlive: true, ...always }),
    bindCardForCredit:     at('inStep',   '/apply/creditAddCard', '添加储蓄卡', { step: 'bindCardForCredit', keepAlive: true }),
    supportedBanks:        at('inStep',   '/apply/bankList', '支持银行', always),
    myCards:               at('signedIn', '/user/cards', '我的银行卡'),
  },
  credit: {
    basicInfo:             at('inStep',   '/apply/connectMsg', '基本信息', { step: 'basicInfo' }),
    companyInfo:           at('inStep',   '/apply/companyMsg', '单位信息', { step: 'companyInfo' }),
    confirmApplication:    at('inStep',   '/apply/confirm', '信息确认', { step: 'confirmApplication' }),
    underReview:           at('inStep',   '/apply/wait', '申请结果', { step: 'underReview' }),
    notGranted:            at('inStep',   '/apply/fail', '授信失败', { step: 'notGranted' }),
    refused:               at('everyone', '/apply/refuse', '申请结果'),
    limit:                 at('inStep',   '/user/limit', '我的额度', { step: 'limit' }),
  },
  loans: {
    confirmLoan:           at('signedIn', '/smsVerify', '短信验证', withValidCard),
    borrow:                at('inStep',   '/loan/loan', '借款', { step: 'borrow' }),
    chooseCoupon:          at('inStep',   '/loan/coupon', '选择优惠券', { step: 'borrow' }),
    myCoupons:             at('signedIn', '/user/coupons', '我的优惠券'),
    loanAgreements:        at('inStep',   '/loan/protol', '协议列表', { step: 'borrow' }),
    loanResult:            at('inStep',   '/loan/result', '借款结果', { step: 'loanResult', ...always }),
  },
  repayment: {
    confirmPayment:        at('signedIn', '/smsVerify2', '短信验证'),
    repayHome:             at('signedIn', '/repay/repayIndex', '还款'),
    allDue:                at('signedIn', '/repay/repayPlanAll', '全部待还'),
    everyMonth:            at('signedIn', '/repay/everyMonthPlan', '每月应还'),
    oneMonth:              at('signedIn', '/repay/monthPlan', '月度账单'),
    currentBill:           at('signedIn', '/repay/currLoanDetail', '本期账单'),
    payInstalments:        at('signedIn', '/repay/checkoutCounter', '立即还款'),
    cashier:               at('signedIn', '/repay/repayCashier', '收银台'),
    loanPlan:              at('signedIn', '/repay/repayPlan', '还款计划'),
    loanHistory:           at('signedIn', '/repay/loanRecord', '交易记录'),
    paymentHistory:        at('signedIn', '/repay/repayRecord', '还款记录'),
    settledLoans:          at('signedIn', '/repay/loanRecordHistory', '历史借款'),
    planChange:            at('signedIn', '/repay/repaymentPlan', '还款计划'),
    instalmentList:        at('signedIn', '/repay/showRepayList', '还款计划'),
    iou:                   at('signedIn', '/repay/loanNote', '借据详情'),
    iouBill:               at('signedIn', '/repay/billDetail', '借据详情'),
    payEarly:              at('signedIn', '/repay/prepayment', '账单详情'),
    loanDetail:            at('signedIn', '/repay/borrowDetail', '借款详情'),
    payment:               at('signedIn', '/repay/repayDetail', '还款详情'),
    refund:                at('signedIn', '/repay/refundDetail', '退款详情'),
    paymentResult:         at('signedIn', '/repay/resultRepay', '还款结果'),
    oldPaymentResult:      at('signedIn', '/repay/oldResultRepay', '还款结果'),
    channelAllBills:       at('signedIn', '/wxChannel/wxALLBill', '全部账单'),
    channelCurrentBill:    at('signedIn', '/wxChannel/wxCurrentBill', '本期账单'),
    channelBills:          at('signedIn', '/wxChannel/wxChannelBill', '账单'),
    partnerBills:          at('signedIn', '/wxChannel/wxJdBill', '账单'),
    deferral:                 at('signedIn', '/wxChannel/delayRepay', '延期还款'),
    forbearance:        at('signedIn', '/wxChannel/nmgDelay', '延期还款'),
  },
  waiver: {
    findWaiver:            at('everyone', '/wxPayment/query', '减免还款查询'),
    payWaiver:             at('signedIn', '/wxPayment/wxRepay', '减免还款'),
  },
  'rate-cuts': {
    rateCutSignIn:         at('everyone', '/cutRates/query', '降息查询'),
    rateCuts:              at('signedIn', '/cutRates/cutRatesBill', '降息账单'),
    rateCut:               at('signedIn', '/cutRates/cutRatesDetail', '降息详情'),
  },
  restructure: {
    restructureSignIn:     at('everyone', '/personalize/personalizeLogin', '个性化分期'),
    chooseBills:           at('signedIn', '/personalize/personalizeBill', '可分期账单'),
    allBills:              at('signedIn', '/personalize/allBills', '全部账单'),
    choosePlan:            at('signedIn', '/personalize/applicationDetails', '申请详情'),
    verifyPerson:          at('signedIn', '/personalize/authentication', '身份认证'),
    planContacts:          at('signedIn', '/personalize/applicationContact', '联系人信息'),
    planCard:              at('signedIn', '/personalize/applicationCard', '还款卡', { keepAlive: true }),
    planFace:              at('signedIn', '/personalize/installmentFace', '人脸核验'),
    planFacePassed:        at('signedIn', '/personalize/installmentFaceSuccess', '核验成功'),
    planFaceFailed:        at('signedIn', '/personalize/installmentFaceFail', '核验失败'),
    signPlan:              at('signedIn', '/personalize/subscriptionInfo', '签约信息'),
    planSigned:            at('signedIn', '/personalize/signingResults', '签约结果'),
    signedPlan:            at('signedIn', '/personalize/signingDetails', '签约详情'),
    signedPlans:           at('signedIn', '/personalize/signedIOU', '已签借据'),
    repayPlan:             at('signedIn', '/personalize/personalizeRepay', '分期还款'),
    uploadDocuments:       at('signedIn', '/personalize/dataUpload', '资料上传'),
    documents:             at('signedIn', '/personalize/seeUpload', '查看资料'),
    chooseSecondPlan:      at('signedIn', '/personalize/applicationDetails2', '申请详情'),
    signSecondPlan:        at('signedIn', '/personalize/subscriptionInfo2', '签约信息'),
    convertedPlan:            at('signedIn', '/personalize/subscriptionDetail2', '签约详情'),
  },
  agreements: {
    readAgreement:         at('everyone', '/agreeRead', '协议阅读'),
    readAgreementBare:     at('everyone', '/agreeReadApplet', '协议阅读'),
    agreementsOfLoan:      at('signedIn', '/repay/loanAgreement', '借款协议'),
    pdf:                   at('signedIn', '/repay/pdfView', '协议查看'),
    agreementSignIn:       at('everyone', '/wxProtocol/proDowLogin', '协议下载'),
    signedAgreements:      at('signedIn', '/wxProtocol/signedProList', '已签协议'),
    signedAgreement:       at('signedIn', '/wxProtocol/signedProtocol', '协议详情'),
  },
  settlement: {
    settlementSignIn:      at('everyone', '/settlement/setLogin', '结清证明'),
    chooseCertificate:           at('signedIn', '/settlement/setMethod', '选择方式'),
    chooseSettledLoans:    at('signedIn', '/settlement/setLoanReceipt', '选择借据'),
    creditStatement:       at('signedIn', '/settlement/setCreditReport', '征信证明'),
    sendCertificate:             at('signedIn', '/settlement/setSubmit', '提交申请'),
  },
  evidence: {
    evidenceDue:             at('signedIn', '/employeeLoan/uploadProofIndex', '贷款凭证'),
    evidenceList:                at('signedIn', '/employeeLoan/uploadProofList', '凭证列表'),
    uploadEvidence:           at('signedIn', '/employeeLoan/uploadProof', '上传凭证'),
    evidence:                 at('signedIn', '/employeeLoan/seeProof', '查看凭证'),
  },
  staff: {
    staffHome:             at('everyone', '/staffLoan/staffIndex', '员工贷'),
    nameList:              at('staff',    '/staffLoan/entry', '名单录入'),
    addName:               at('staff',    '/staffLoan/add', '新增名单'),
    staffEvidence:           at('staff',    '/staffLoan/staffProof', '凭证管理'),
    reviewEvidence:           at('staff',    '/staffLoan/reviewProof', '凭证审核'),
    handleLoans:           at('staff',    '/staffLoan/handleLoan', '贷款处理'),
    changePassword:        at('staff',    '/staffLoan/changePassword', '修改密码'),
  },
  mall: {
    mall:                  at('everyone', '/weiyaMall/weiyaChannel', '商城'),
    mallOrders:            at('signedIn', '/weiyaMall/wyHistoryOrders', '历史订单'),
  },
  profile: {
    profileSignIn:         at('everyone', '/wxUpdateInfo/userLogin', '信息更新'),
    updateReason:          at('signedIn', '/wxUpdateInfo/updateReason', '更新原因'),
    personalInfo:          at('signedIn', '/wxUpdateInfo/userInformation', '个人信息'),
    newPhone:              at('signedIn', '/wxUpdateInfo/editPhoneNum', '修改手机号', withValidCard),
    verifyPhone:           at('signedIn', '/wxUpdateInfo/verifyPhoneNum', '验证手机号', withValidCard),
  },
  account: {
    mine:                  at('signedIn', '/user/mine', '我的'),
    messages:              at('signedIn', '/user/messages', '消息'),
    settings:              at('signedIn', '/user/settings', '设置'),
  },
  security: {
    security:              at('signedIn', '/user/security', '登录与安全'),
  },
  'data-copies': {
    dataCopies:            at('signedIn', '/user/dataCopy', '个人信息副本'),
  },
  'bureau-reports': {
    bureauReports:         at('signedIn', '/user/bureauReports', '征信记录'),
    bureauReport:          at('signedIn', '/user/bureauReport', '报送详情'),
  },
  'limit-cancellation': {
    cancelSignIn:          at('everyone', '/cancellimit/cancellimitLogin', '注销额度'),
    cancellableLimits:     at('signedIn', '/cancellimit/cancellimitChannel', '注销额度'),
    cancelReason:          at('signedIn', '/cancellimit/cancellimitReason', '注销原因'),
    cancelNotice:          at('signedIn', '/cancellimit/cancellimitNotice', '注销须知'),
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
