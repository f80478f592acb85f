import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { debitRefusals } from '@qingzhou/domain/cards/debit-refusal'
import { codes, type Code } from '@qingzhou/contract/codes'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { product } from '@qingzhou/domain/product'
import { lender } from '@qingzhou/platform/config/brand'
import type { Refusal } from '@qingzhou/domain/refusal'

type Words = { readonly code: Code; readonly message: string }

/** The code and the message of a refusal. */
export function refusalMessage(refusal: Refusal): Words {
  const [code, say] = rows[refusal.kind]
  // The row was selected by the refusal's kind, so its message function takes this refusal.
  return { code, message: (say as (refusal: Refusal) => string)(refusal) }
}

type Rows = {
  readonly [K in Refusal['kind']]: readonly [
    code: Code,
    say: (refusal: Extract<Refusal, { kind: K }>) => string,
  ]
}

/**
 * The message of every refusal: what happened, and what the borrower can do. A missing row does not
 * compile.
 */
// A table: one refusal, one line.
// oxfmt-ignore
const rows: Rows = {
  'amount-malformed':            [codes.invalidField, () => '请输入正确的金额，最多两位小数'],
  'amount-not-positive':         [codes.invalidField, () => '金额须大于 0'],
  'rate-malformed':              [codes.invalidField, () => '利率格式不正确'],
  'months-malformed':            [codes.invalidField, () => '期数须为整数'],
  'method-unknown':              [codes.invalidField, () => '暂不支持该还款方式'],
  'day-count-unknown':           [codes.invalidField, () => '暂不支持该计息方式'],
  'rounding-unknown':            [codes.invalidField, () => '暂不支持该取整方式'],
  'date-malformed':              [codes.invalidField, () => '日期格式不正确'],
  'first-due-date-out-of-range': [codes.invalidField, () => '首个还款日不在可选范围内'],
  'grace-out-of-range':          [codes.invalidField, () => '宽限期数不在可选范围内'],
  'field-invalid':               [codes.invalidField, ({ message }) => message],

  'not-signed-in':               [codes.notSignedIn, () => '登录已失效，请重新登录'],
  'link-token-invalid':          [codes.linkTokenInvalid, () => '链接已失效，请用手机号登录'],
  'link-unknown':                [codes.landingError, () => '链接无效或活动已结束'],
  'captcha-wrong':               [codes.captchaWrong, () => '图形验证码有误或已过期，请重新输入'],
  'captcha-required':            [codes.captchaWrong, () => '为保障您的账户安全，请先输入图形验证码'],
  'sms-code-wrong':              [codes.invalidField, ({ triesLeft }) => `短信验证码有误，您还可以输入 ${triesLeft} 次`],
  'sms-code-void':               [codes.invalidField, () => '短信验证码已失效，请重新获取'],
  'sms-too-soon':                [codes.tooOften, ({ waitSeconds }) => `请 ${waitSeconds} 秒后再获取验证码`],
  'sms-quota-spent':             [codes.tooOften, () => '今日获取验证码的次数已用完，请明天再试'],
  'sms-not-sent':                [codes.accountState, () => '短信暂时无法发送，请稍后再试'],
  'agreement-needed':            [codes.invalidField, () => '请先阅读并同意相关协议'],
  'too-many-requests':           [codes.tooOften, ({ waitSeconds }) => `操作太频繁，请 ${waitOf(waitSeconds)}后再试`],
  'password-wrong':              [codes.invalidField, () => '手机号或密码有误，请重新输入'],
  'account-locked':              [codes.accountState, ({ minutes }) => `密码输错次数过多，请 ${waitOf(minutes * MINUTE_SECONDS)}后再试，或改用短信验证码登录`],
  'password-closed':             [codes.accountState, () => '为保护账户安全，密码登录暂不可用，请用短信验证码登录'],
  'authorisation-failed':        [codes.authorisationFailed, () => '授权未完成，请重试或改用手机号登录'],
  'bank-partner-link-unknown':   [codes.landingError, () => '链接无效，请从合作银行的页面重新进入'],
  'account-protected':           [codes.accountState, () => `账户已暂停登录以保护您的资金安全。请致电客服 ${lender.servicePhone}，核实身份后恢复使用`],
  'access-awaits-face':          [codes.stepNotReached, () => '请先完成人脸核验，再继续使用账户'],
  'device-unconfirmed':          [codes.deviceUnconfirmed, () => '暂时无法确认您的设备，请重试。如仍不成功，请退出后重新登录'],
  'not-in-sandbox':              [codes.pageDataMissing, () => '该功能暂未开放'],

  'picture-unusable':            [codes.invalidField, () => '这张照片无法使用，请重新拍摄，或选择 JPG、PNG 格式的照片'],
  'card-reads-used-up':          [codes.tooOften, () => '今日识别次数已用完，请明天再试'],
  'bank-card-reads-used-up':     [codes.tooOften, () => '今日拍照识别次数已用完，请手动输入卡号'],
  'bank-card-not-read':          [codes.accountState, () => '识别服务暂时繁忙，请稍后重拍，或手动输入卡号'],
  'id-card-photos-needed':       [codes.invalidField, () => '请先拍摄身份证的人像面和国徽面'],
  'id-card-photos-changed':      [codes.accountState, () => '您在另一台设备上拍了新的身份证照片，请重新打开本页，核对后再提交'],
  'id-card-expired':             [codes.invalidField, () => '您的身份证已过有效期，请使用新的身份证'],
  'id-card-dates-wrong':         [codes.invalidField, () => '有效期的起止日期不正确，请核对'],
  'id-card-dates-not-as-photographed': [codes.invalidField, () => '有效期与照片不一致，请核对或重新拍摄'],
  'id-number-region-unknown':    [codes.invalidField, () => '身份证号的地区代码有误，请核对'],
  'id-number-not-as-photographed': [codes.invalidField, () => '身份证号与照片不一致，请核对或重新拍摄'],
  'identity-mismatch':           [codes.invalidField, () => '姓名与身份证号不一致，请核对后再提交'],
  'identity-of-other-account':   [codes.accountState, () => '该身份证已在其他手机号下认证，请用原手机号登录，或联系客服'],
  'face-locked':                 [codes.accountState, ({ opensOn }) => `今日核验次数已用完，您可在 ${inWords(opensOn)}起再试`],
  'face-session-unknown':        [codes.pageDataMissing, () => '本次核验已失效，请重新开始'],
  'outside-unavailable':         [codes.accountState, () => '服务暂时繁忙，请稍后再试，已填写的内容不会丢失'],

  'card-is-credit-card':         [codes.invalidField, () => '暂不支持信用卡，请换一张储蓄卡'],
  'bank-not-supported':          [codes.invalidField, () => '暂不支持这家银行，请在“支持银行”中查看后，换一张储蓄卡'],
  'bank-declined':               [codes.accountState, ({ reason }) => reason],
  'binding-unknown':             [codes.pageDataMissing, () => '本次绑卡已失效，请重新获取验证码'],
  'card-unknown':                [codes.accountState, () => '没有找到该银行卡，请重新选择'],
  'card-debit-refused':          [codes.accountState, ({ refusal }) => `上次扣款未成功：${debitRefusals[refusal].reason}。请换一张卡；银行恢复使用后，重新绑定即可选用`],
  'debit-agreement-signed':      [codes.accountState, () => '该卡已开通免验证码还款，无需重复开通'],
  'wallet-agreement-signed':     [codes.accountState, () => '您已开通支付应用自动还款，无需重复开通'],
  'wallet-agreement-changed':    [codes.accountState, () => '扣款日或单次上限有变化，请刷新后重新确认'],
  'wallet-agreement-quota':      [codes.accountState, () => '今日开通次数过多，请明日再试'],

  'card-single-limit':           [codes.accountState, ({ limit }) => `该卡单笔最多可付 ${displayYuan(limit)} 元，请换一张卡，或减少本次还款金额`],
  'card-day-limit':              [codes.accountState, ({ limit, left }) => `该卡单日限额 ${displayYuan(limit)} 元，今日还可付 ${displayYuan(left)} 元，请换一张卡，或减少本次还款金额`],
  'payment-at-bank':             [codes.accountState, () => '这笔还款已提交银行，不能取消，请等待扣款结果'],
  'payment-in-app':              [codes.accountState, () => '您已在支付应用付款，正在等待结果，不能取消'],

  'form-changed':                [codes.accountState, () => '资料已在另一台手机上修改，请核对后再保存'],
  'contact-is-borrower':         [codes.invalidField, () => '联系人不能是您本人，请填写其他人'],
  'contacts-alike':              [codes.invalidField, () => '两位联系人不能相同'],
  'agreement-outdated':          [codes.invalidField, () => '协议已更新，请重新阅读并同意'],
  'retry-later':                 [codes.accountState, ({ opensOn }) => `您可在 ${inWords(opensOn)}起重新申请`],

  'identity-expired':            [codes.stepNotReached, () => '您的身份认证信息已过期，为提供更好服务，请重新认证!'],
  'step-not-reached':            [codes.stepNotReached, () => '请先完成前面的步骤'],
  'page-data-missing':           [codes.pageDataMissing, () => '页面内容不存在或已失效'],
  'application-refused':         [codes.refused, ({ message }) => message],
  'risk-refused':                [codes.riskRefused, ({ message }) => message],
  'age-not-accepted':            [codes.refused, () => `本产品面向 ${product.age.min} 至 ${product.age.max} 周岁的客户，您的年龄不在可申请范围内`],
  'changes-used-up':             [codes.accountState, ({ opensOn }) => `一年内最多修改 2 次，您可在 ${inWords(opensOn)}起再次修改`],

  'limit-not-offered':           [codes.accountState, (offer) => `额度须为 ${rangeOf(offer)}`],
  'limit-frozen':                [codes.accountState, () => `您的额度已冻结，暂不能借款，还款不受影响。签了个性化分期的，结清后恢复；其他原因请致电客服 ${lender.servicePhone}`],
  'limit-cancelled':             [codes.accountState, () => '您的额度已注销，如需借款请重新申请'],
  'limit-expired':               [codes.accountState, () => '您的额度已到期，请重新申请'],
  'limit-too-low':               [codes.accountState, ({ available }) => `可用额度不足，当前可用 ${displayYuan(available)} 元`],
  'limit-in-use':                [codes.accountState, () => '额度正在使用中，请结清后再试'],
  'more-than-used':              [codes.accountState, ({ used }) => `金额超过已用额度 ${displayYuan(used)} 元`],
  'limit-not-lowered':           [codes.invalidField, ({ granted }) => `当前额度 ${displayYuan(granted)} 元，调低后的额度须小于当前额度`],
  'limit-not-frozen':            [codes.accountState, () => '该额度没有冻结'],
  'limit-not-raised':            [codes.invalidField, ({ granted }) => `当前额度 ${displayYuan(granted)} 元，调高后的额度须大于当前额度`],

  'draw-amount-not-offered':     [codes.invalidField, (offer) => `借款金额须为 ${rangeOf(offer)}`],
  'term-not-offered':            [codes.invalidField, () => '暂不支持该借款期限，请重新选择'],
  'method-not-offered':          [codes.invalidField, () => '该期限不支持此还款方式，请重新选择'],
  'purpose-not-accepted':        [codes.invalidField, () => '借款不可用于购房、证券等投资，请重新选择用途'],
  'cost-above-cap':              [codes.accountState, ({ capPpm }) => `综合年化成本超过 ${displayRate(capPpm)} 的上限，暂不能借款`],
  'late-already':                [codes.accountState, ({ days }) => `您有账单已逾期 ${days} 天，还清后可以再借款`],
  'draw-booked':                 [codes.accountState, () => '该笔借款已放款，不能取消'],
  'draw-released':               [codes.accountState, () => '该笔借款已取消，请重新申请'],
  'draw-date-out-of-range':      [codes.accountState, () => '放款日期不在有效范围内'],
  'coupon-taken':                [codes.accountState, () => '该优惠券已被使用'],
  'coupon-not-held':             [codes.accountState, () => '没有找到该优惠券'],
  'coupon-not-valid-today':      [codes.accountState, () => '该优惠券不在有效期内'],
  'coupon-does-not-fit':         [codes.accountState, () => '该优惠券不适用于本次借款，请重新选择'],
  'quote-outdated':              [codes.accountState, () => '利率或优惠有变化，已为您重新试算，请确认后再借'],
  'cost-sheet-unread':           [codes.invalidField, () => '请先阅读并确认综合融资成本明示表'],
  'draw-running':                [codes.accountState, () => '您有一笔借款正在处理中，请等待结果后再借'],
  'draw-ordered':                [codes.accountState, () => '银行正在放款，不能取消，请等待放款结果'],
  'draw-ended':                  [codes.accountState, () => '该笔借款申请已结束，请重新申请'],
  'verification-needed':         [codes.accountState, () => '请先完成验证'],
  'agreement-unknown':           [codes.pageDataMissing, () => '没有找到该协议'],

  'nothing-owed':                [codes.accountState, () => '您当前没有需要还的款项'],
  'nothing-due':                 [codes.accountState, () => '您当前没有到期的账单'],
  'more-than-owed':              [codes.accountState, ({ owed }) => `还款金额超过应还的 ${displayYuan(owed)} 元`],
  'less-than-payoff':            [codes.accountState, ({ payoff }) => `提前结清需还 ${displayYuan(payoff)} 元`],
  'covers-payoff':               [codes.accountState, ({ payoff }) => `该金额已够结清，请选择提前结清，需还 ${displayYuan(payoff)} 元`],
  'early-part-too-small':        [codes.accountState, ({ least }) => `提前还款至少 ${displayYuan(least)} 元`],
  'instalments-due-first':       [codes.accountState, () => '请先还清已到期的账单'],
  'repayment-quote-outdated':    [codes.accountState, () => '应还金额有变化，已为您更新，请确认后再还'],
  'more-than-paid':              [codes.invalidField, ({ paid }) => `最多可退 ${displayYuan(paid)} 元`],
  'payment-not-reversible':      [codes.accountState, ({ reason }) => `该笔还款不能撤销：${{ reversed: '已经撤销', converted: '借款已转入新的分期', returned: '商品已退货', refunded: '多付部分已退回', 'older-rules': '借款按早期规则变更过' }[reason]}`],
  'payment-not-movable':         [codes.accountState, ({ reason }) => `该笔还款不能改记：${{ ordered: '由客户指定借款', same: '已在该借据名下', 'loan-later': '目标借款晚于还款日', 'loan-changed': '目标借款已变更，不能按还款当日重新计算' }[reason]}`],
  'payment-unknown':             [codes.accountState, () => '没有找到该笔还款'],
  'payment-running':             [codes.accountState, () => '这笔借款有一笔还款正在处理，请等结果出来后再操作，不会重复扣款'],
  'payment-method-unavailable':  [codes.invalidField, () => '暂不能用这种方式还款，请换一种'],
  'payer-not-named':             [codes.invalidField, () => '消息应用没有确认付款人，没有扣款，请重新付款或换一种方式'],
  'older-instalment-first':      [codes.accountState, ({ n }) => `请先还第 ${n} 期：还款从最早一期开始`],
  'refund-already-sent':         [codes.accountState, () => '该笔退款已发出'],
  'refund-not-sent':             [codes.accountState, () => '该笔退款尚未发出'],
  'refund-confirmed':            [codes.accountState, () => '银行已确认该笔退款到账'],

  'nothing-to-defer':            [codes.accountState, () => '您当前没有可延期的账单'],
  'too-late-to-defer':           [codes.accountState, ({ daysOverdueMax }) => `逾期超过 ${daysOverdueMax} 天的账单不能延期，如有困难请联系客服`],
  'plan-defaulted':                 [codes.accountState, () => '个性化分期已终止，剩余款项已全部到期，不能延期，如有困难请联系客服'],
  'deferrals-used-up':              [codes.accountState, ({ opensOn }) => `一年内最多延期 2 次，您可在 ${inWords(opensOn)}起再次延期`],
  'deferral-out-of-range':          [codes.invalidField, ({ daysMax }) => daysMax > 0 ? `最多可延期 ${daysMax} 天` : '这一期已延到最晚的日期，不能再延'],
  'deferral-quote-outdated':        [codes.accountState, () => '账单有变化，已为您重新试算，请确认后再延期'],
  'rate-not-lower':              [codes.accountState, ({ annualRatePpm }) => `新利率须低于当前的 ${displayRate(annualRatePpm)}`],
  'rate-cut-date-out-of-range':  [codes.invalidField, () => '降息日期不在可选范围内'],
  'not-late-enough':             [codes.accountState, () => '该账单暂不符合减免条件'],
  'bill-overdue':                [codes.accountState, () => '账单已逾期，请先还清'],
  'waiver-share-out-of-range':   [codes.invalidField, () => '减免比例不在可选范围内'],
  'waiver-needs-whole-payment':  [codes.accountState, ({ toPay }) => `减免方案须一次付清逾期款 ${displayYuan(toPay)} 元`],
  'waiver-with-coupon':          [codes.accountState, () => '借款使用了优惠券，利息优惠随应收利息计算，不能单独减免利息'],
  'offer-lapsed':                [codes.accountState, ({ since }) => `该方案已于 ${inWords(since)}失效`],

  'plan-unknown':                [codes.pageDataMissing, () => '没有找到该分期方案，请重新选择账单'],
  'plan-not-ready':              [codes.accountState, () => '请先完成前面的步骤'],
  'plan-quote-outdated':         [codes.accountState, () => '应还金额有变化，已为您重新试算，请确认后再签约'],
  'plan-document-needed':        [codes.accountState, ({ monthsMax }) => `超过 ${monthsMax} 期需先上传困难证明，审核通过后即可签约`],
  'plan-not-late':               [codes.accountState, () => '这笔借款没有逾期，按时还款即可'],
  'bill-not-begun':              [codes.accountState, () => '本期账单已还清，下期账单开始后可以办理'],
  'document-running':            [codes.accountState, () => '您已有一份困难证明在审核，请等结果出来后再上传'],
  'plan-lenders-differ':         [codes.accountState, () => '所选借款的贷款人不同，不能合并为一笔，请分别申请分期'],
  'plan-not-again':              [codes.accountState, () => '该账单已是分期方案，不能再次分期，如有困难请联系客服'],

  'loan-not-settled':            [codes.accountState, () => '该笔借款尚未结清，结清后即可开具证明'],
  'certificate-void':            [codes.accountState, ({ since }) => `该证明已于 ${inWords(since)}失效，请在结清后重新开具`],
  'phone-in-use':                [codes.accountState, () => '该手机号已注册，请换一个手机号'],
  'phone-unchanged':             [codes.invalidField, () => '新手机号与当前手机号相同，请重新输入'],
  'phone-change-unknown':        [codes.pageDataMissing, () => '本次修改已失效，请重新开始'],
  'card-too-new':                [codes.accountState, ({ opensOn }) => `身份证刚更新过，为保障您的账户安全，${inWords(opensOn)}起才能用人脸核验办理业务`],
  'id-number-differs':           [codes.invalidField, () => '新身份证的号码与原证件不一致，请使用本人的新身份证'],
  'nothing-amended':             [codes.invalidField, () => '新信息与当前信息相同，无需更新'],
  'account-paused':              [codes.refused, () => `您的账户暂不能申请额度。如有疑问，请致电客服 ${lender.servicePhone}`],
  'cancellation-obstructed':     [codes.accountState, ({ says }) => says],

  'mall-offer-unknown':          [codes.accountState, () => '该商品已下架，请选择其他商品'],
  'mall-order-unknown':          [codes.accountState, () => '没有找到该订单'],
  'mall-order-not-returnable':   [codes.accountState, () => '该订单已不能退货，如有疑问请联系客服'],
  'loan-without-goods':          [codes.accountState, () => '该笔借款不是商城分期，不能办理退货'],

  'forbearance-running':              [codes.accountState, () => '您已有一份延期申请在审核，请等结果出来后再申请'],

  'evidence-unknown':               [codes.accountState, () => '没有找到这份材料'],
  'evidence-closed':                [codes.accountState, () => '这份材料已提交或已审核，不能再修改'],
  'evidence-overdue':               [codes.accountState, ({ since }) => `提交期限已于 ${inWords(since)}截止`],
  'evidence-changed':               [codes.accountState, () => '这份材料已有变化，请刷新后重新查看'],
  'evidence-not-on-behalf':         [codes.accountState, () => '这类材料须由借款人本人上传和提交'],
  'reason-needed':               [codes.invalidField, () => '请填写不通过的原因，客户会看到'],
  'files-needed':                [codes.invalidField, () => '请先上传材料'],
  'files-too-many':              [codes.invalidField, ({ max }) => `最多上传 ${max} 个文件`],
  'file-unusable':               [codes.invalidField, () => '这个文件无法使用，请上传清晰的 JPG、PNG 图片或 PDF'],
  'file-locked':                 [codes.invalidField, () => '这个 PDF 设有密码，请去掉密码后再上传'],
  'file-too-many-pages':         [codes.invalidField, ({ max }) => `PDF 最多 ${max} 页，请拆分后上传`],
  'file-damaged':                [codes.invalidField, () => '文件在传输中损坏，请重新上传'],
  'uploads-used-up':             [codes.tooOften, () => '今日上传次数已用完，请明天再试'],

  'staff-handover-invalid':      [codes.invalidField, () => '管理平台的登录凭证已失效，请输入用户名和密码登录'],
  'staff-password-wrong':        [codes.invalidField, ({ triesLeft }) => `用户名或密码有误，还可以再试 ${triesLeft} 次`],
  'staff-locked':                [codes.accountState, ({ minutes }) => `登录失败次数过多，请 ${waitOf(minutes * MINUTE_SECONDS)}后再试，或联系管理员解锁`],
  'staff-network-unknown':       [codes.accountState, () => '为保护账户安全，请在您常用的网络登录，或联系管理员解锁'],
  'staff-old-password-wrong':    [codes.invalidField, ({ triesLeft }) => `原密码有误，还可以再试 ${triesLeft} 次`],
  'staff-old-password-locked':   [codes.accountState, ({ minutes }) => `原密码输错次数过多，请 ${waitOf(minutes * MINUTE_SECONDS)}后再试，或联系管理员重置密码`],
  'staff-password-same':         [codes.accountState, () => '新密码不能与原密码相同'],
  'second-factor-wrong':         [codes.invalidField, () => '动态验证码有误或已使用，请输入最新的一组'],
  'second-factor-ticket-void':   [codes.accountState, () => '验证已超时，请重新输入用户名和密码'],
  'staff-not-allowed':           [codes.accountState, () => '您的岗位没有这项权限'],
  'own-upload':                  [codes.accountState, () => '这份材料由您上传，须由其他同事审核'],
  'own-loan':                    [codes.accountState, () => '这是您本人的借款，须由其他同事审核'],
  'name-listed':                 [codes.accountState, () => '该客户已在名单中'],
  'name-unknown':                [codes.accountState, () => '名单中没有这位客户'],
  'import-unknown':              [codes.accountState, () => '没有找到这次导入，请重新上传文件'],
  'import-running':              [codes.accountState, () => '已有导入正在进行，请等待完成'],
  'proposal-unknown':            [codes.accountState, () => '没有找到这项提议'],
  'proposal-open':               [codes.accountState, ({ proposalNo }) => `相同的提议 ${proposalNo} 正在等待复核`],
  'proposal-decided':            [codes.accountState, ({ state }) => `这项提议${proposalStates[state]}，请刷新后查看`],
  'customer-unknown':            [codes.accountState, () => '没有找到这位客户'],
  'customer-blocked-already':    [codes.accountState, () => '这位客户已因此原因被管控'],
  'customer-not-blocked':        [codes.accountState, () => '这位客户没有此项管控，或尚未解除'],
  'face-check-not-open':         [codes.accountState, () => '这位客户没有进行中的人脸核验'],
  'face-check-not-failed':       [codes.accountState, () => '没有可供比对的核验照片：连续失败后才会保存'],
  'document-unknown':            [codes.accountState, () => '没有找到这份文件'],
  'mail-address-unknown':        [codes.accountState, () => '客户没有用过的邮箱，请客户在“已签协议”或“结清证明”中自行发送'],
  'data-retained':               [codes.accountState, ({ until }) => until === undefined ? '客户还有未了结的业务，资料须保留' : `资料须依法保留至 ${inWords(until)}，到期自动删除`],
  'data-not-approved':           [codes.accountState, () => '须先复核通过提供资料的提议，且在 7 天内提供'],
  'own-proposal':                [codes.accountState, () => '这是您本人的提议，须由其他同事复核'],

  'number-malformed':            [codes.invalidField, () => '编号格式不正确'],
  'number-taken':                [codes.accountState, () => '这次操作已提交过，内容与上次不同，请刷新后重试'],
  'limit-unknown':               [codes.accountState, () => '您还没有可用额度，请先申请'],
  'limit-already-open':          [codes.accountState, () => '您已有额度，无需重复开通'],
  'grade-unknown':               [codes.invalidField, () => '暂不支持该定价等级'],
  'draw-unknown':                [codes.accountState, () => '没有找到该笔借款申请'],
  'loan-unknown':                [codes.accountState, () => '没有找到该笔借款'],
  'coupon-unknown':              [codes.accountState, () => '没有找到该优惠券'],
  'offer-unknown':               [codes.accountState, () => '没有找到该减免方案'],
  'offer-taken':                 [codes.accountState, () => '该减免方案已使用'],
  'refund-unknown':              [codes.accountState, () => '没有找到该笔退款'],
  'transfer-unknown':            [codes.accountState, () => '没有找到该笔转账'],
  'difference-unknown':          [codes.accountState, () => '没有找到未处理的对账差异'],
  'difference-not-matchable':    [codes.accountState, () => '只有对方已扣、账上没有的款项可以人工入账'],
  'payment-booked':              [codes.accountState, () => '该银行流水号已入账'],
  'second-person-needed':        [codes.accountState, ({ above }) => `超过 ${displayYuan(above)} 元须由另一位员工复核`],
}

const proposalStates = {
  done: '已执行',
  rejected: '已驳回',
  expired: '已过期',
  failed: '未能执行',
} as const

/** A date in a message: 2026-11-15 becomes 2026 年 11 月 15 日. */
function inWords(date: LocalDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year} 年 ${month} 月 ${day} 日`
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** A waiting time in seconds, minutes or hours, whichever reads best. */
function waitOf(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} 秒`
  if (seconds < 2 * HOUR_SECONDS) return `${Math.ceil(seconds / MINUTE_SECONDS)} 分钟`
  return `${Math.ceil(seconds / HOUR_SECONDS)} 小时`
}

type Offer = { readonly amountMin: Money; readonly amountMax: Money; readonly step: Money }

function rangeOf({ amountMin, amountMax, step }: Offer): string {
  return `${displayYuan(amountMin)} 至 ${displayYuan(amountMax)} 元，且为 ${displayYuan(step)} 元的整数倍`
}
