import { lender } from '#config/brand.ts'

/**
 * Every SMS of the product: its template and the text with its parameters in braces. The part of
 * the name before the slash is the kind of message, the part after it a variant of the text.
 *
 * A service sends approved texts only, and parameters of 35 characters at most, so a sentence that
 * is sometimes missing is a variant, never a parameter.
 */
// A table: one template, one line.
// oxfmt-ignore
export const smsTemplates = {
  'code': '验证码 {code}，{minutes} 分钟内有效，用于{purpose}。请勿告诉他人，工作人员不会索要。',

  'limit-granted': '您的额度申请已通过，可用额度 {amount} 元，请登录查看。',
  'limit-not-granted': '您的额度申请暂未通过。如有疑问，请致电 {servicePhone}。',
  'limit-not-granted/retry': '您的额度申请暂未通过。您可在 {date}起重新申请。如有疑问，请致电 {servicePhone}。',
  'limit-reviewed/raised': '您按时还款，额度已由 {before} 元调整为 {after} 元，登录后可查看。请按需、量力借款。',
  'limit-reviewed/lowered': '您的借款逾期已超过 {days} 天，额度由 {before} 元调整为 {after} 元，暂不能再借款，已有借款照常还款。如有困难或疑问，请致电 {servicePhone}。',
  'limit-changed/raised': '您的额度已由 {before} 元调整为 {after} 元，登录后可查看。请按需、量力借款。',
  'limit-changed/lowered': '您的额度已由 {before} 元调整为 {after} 元，已有借款照常还款。如有疑问，请致电 {servicePhone}。',
  'limit-changed/frozen': '您的额度已暂停使用，暂不能借款，已有借款照常还款。如有疑问，请致电 {servicePhone}。',
  'limit-changed/reopened': '您的额度已恢复使用，可用额度 {amount} 元。请按需、量力借款。',
  'limit-cancelled': '您的额度已于 {date} 注销，绑定银行卡的扣款授权同时终止。如非本人操作，请立即联系我们。',

  'loan-paid': '您的借款 {amount} 元已于 {date} {payee}。首期 {firstAmount} 元，请在 {firstDue}（含当日）前还款。',
  'loan-paid/evidence': '您的借款 {amount} 元已于 {date} {payee}。首期 {firstAmount} 元，请在 {firstDue}（含当日）前还款。请在 {evidenceDue}（含当日）前上传借款用途凭证。',
  'loan-failed': '您申请的借款 {amount} 元未能放款（{reason}），额度和优惠券已退回。如有疑问请致电 {servicePhone}。',
  'loan-failed/mall': '您在商城的订单 {amount} 元未能付款（{reason}），订单已取消，额度已退回。如有疑问请致电 {servicePhone}。',
  'loan-lapsed': '您申请的借款 {amount} 元未在 {minutes} 分钟内完成核验，已自动取消，没有产生借款，额度和优惠券已退回。如仍需借款，请登录后重新申请。',
  'loan-lapsed/review': '您申请的借款 {amount} 元未在当天完成核验，已自动取消，没有产生借款，额度和优惠券已退回。如仍需借款，请登录后重新申请。',
  'loan-lapsed/review-mall': '您在商城的订单 {amount} 元未在当天完成核验，已自动取消，没有产生借款，额度已退回。如仍需购买，请重新下单。',
  'loan-lapsed/mall': '您在商城的订单 {amount} 元未在 {minutes} 分钟内完成核验，已自动取消，没有产生借款，额度已退回。如仍需购买，请重新下单。',

  'due-reminder': '您有 {amount} 元借款将于 {dueDate} 到期，当日从还款卡自动扣款，请保证卡内余额充足。也可以提前在“还款”中还款。',
  'due-reminder/card-refused': '您有 {amount} 元借款将于 {dueDate} 到期。上次自动扣款未成功：{reason}。{advice}，以免逾期。',
  'repaid': '您的{way} {amount} 元已入账。',
  'repaid/part': '您的{way} {amount} 元已入账。剩余 {count} 期，下期 {dueDate} 应还 {nextAmount} 元。',
  'repaid/shortened': '您的{way} {amount} 元已入账。借款原 {monthsAtFirst} 期，已缩短为 {months} 期，剩余 {count} 期，下期 {dueDate} 应还 {nextAmount} 元。',
  'repaid/part-refund': '您的{way} {amount} 元已入账。剩余 {count} 期，下期 {dueDate} 应还 {nextAmount} 元。多还的 {refund} 元将原路退回。',
  'repaid/shortened-refund': '您的{way} {amount} 元已入账。借款原 {monthsAtFirst} 期，已缩短为 {months} 期，剩余 {count} 期，下期 {dueDate} 应还 {nextAmount} 元。多还的 {refund} 元将原路退回。',
  'repaid/settled': '您的{way} {amount} 元已入账。有 {loans} 笔借款已结清。',
  'repaid/refund': '您的{way} {amount} 元已入账。多还的 {refund} 元将原路退回。',
  'repaid/settled-refund': '您的{way} {amount} 元已入账。有 {loans} 笔借款已结清。多还的 {refund} 元将原路退回。',
  'repaid/offer': '您的{way} {amount} 元已入账。{waiver}',
  'repaid/offer-settled': '您的{way} {amount} 元已入账。{waiver}有 {loans} 笔借款已结清。',
  'repaid/offer-refund': '您的{way} {amount} 元已入账。{waiver}多还的 {refund} 元将原路退回。',
  'repaid/offer-settled-refund': '您的{way} {amount} 元已入账。{waiver}有 {loans} 笔借款已结清。多还的 {refund} 元将原路退回。',
  'repayment-failed': '您的{way} {amount} 元未成功（{reason}），没有扣款。请在“还款”中重试或换一种付款方式，如有疑问请致电 {servicePhone}。',
  'repayment-failed/app': '您的还款 {amount} 元没有完成付款（{reason}），没有扣款。请在“还款”中重新付款，如有疑问请致电 {servicePhone}。',
  'repayment-reversed': '您 {date} 的还款 {amount} 元已被银行或支付应用退回，该笔还款已撤销，相应账单恢复为待还，目前应还 {due} 元。请在“还款”中重新还款，如有疑问请致电 {servicePhone}。',
  'payment-moved': '您 {date} 的还款 {amount} 元此前误记到借据尾号 {from}，现已更正到借据尾号 {to}。两笔借款均已按还款当日重新计算，目前分别应还 {fromDue} 元和 {toDue} 元。给您带来不便，敬请谅解。如有疑问，请致电 {servicePhone}。',
  'payment-moved/away': '您借据尾号 {loan} 在 {date} 记入的还款 {amount} 元属于误记，现已更正，相应账单恢复为待还，目前应还 {due} 元。给您带来不便，敬请谅解。如有疑问，请致电 {servicePhone}。',
  'charge-waived': '您的借款（借据尾号 {loan}）已减免{part} {amount} 元，目前应还 {due} 元，可在“还款”中查看。如有疑问，请致电 {servicePhone}。',
  'charge-waived/settled': '您的借款（借据尾号 {loan}）已减免{part} {amount} 元，该笔借款已结清。如有疑问，请致电 {servicePhone}。',
  'automatic-debit-failed/again': '您有 {amount} 元借款今日到期，自动扣款未成功：{reason}。{advice}。今日稍后会再次扣款，已还的不会重复扣。',
  'automatic-debit-failed': '您有 {amount} 元借款已到期，自动扣款未成功：{reason}。{advice}。请在 {until}（含当日）前还清，以免产生罚息。',
  'automatic-debit-failed/overdue': '您有 {amount} 元借款已逾期 {days} 天，自动扣款未成功：{reason}。{advice}。如还款有困难，请致电 {servicePhone}。',
  'automatic-debit-failed/penalty': '您有 {amount} 元借款已逾期 {days} 天，其中罚息 {penalty} 元，每日增加。自动扣款未成功：{reason}。{advice}。如还款有困难，请致电 {servicePhone}。',
  'refunded': '您的退款 {amount} 元已退回银行卡，请留意到账。',
  'refunded/app': '您的退款 {amount} 元已退回您付款的应用，请留意到账。',
  'debit-agreement-signed': '您已为{bank}（尾号 {lastFour}）开通免验证码还款，可随时在“我的银行卡”中解除。如非本人操作，请立即解除并联系我们。',
  'wallet-agreement-signed': '您已开通支付应用自动还款：还款日银行卡扣款未成功时，从支付应用扣款，每月最多一次，单次最高 {amount} 元。可随时在“我的银行卡”中关闭。如非本人操作，请立即关闭并联系我们。',
  'wallet-agreement-ended': '您已关闭支付应用自动还款，之后不再从支付应用扣款，还款日仍从银行卡自动扣款。如非本人操作，请致电 {servicePhone}。',
  'debit-agreement-ended': '您已解除{bank}（尾号 {lastFour}）的免验证码还款，之后用该卡还款须输入短信验证码。',

  'deferred': '您第 {n} 期账单的还款日已由 {dueDate} 延至 {newDueDate}，届时应还 {amount} 元（含延期利息 {interest} 元）。',
  'forbearance/approved': '您的延期还款申请已通过：还款日顺延 {days} 天，第 {n} 期还款日改为 {newDueDate}，应还 {amount} 元；延期共多付利息 {interest} 元，审核和延期期间不计罚息。',
  'forbearance/refused': '您的延期还款申请未通过审核，原因：{reason}。您可以补充材料后重新提交。',
  'hardship-plan': '您的困难帮扶方案已生效：还款日顺延 {days} 天，第 {n} 期还款日改为 {newDueDate}，应还 {amount} 元；自今日起年化利率 {rate}。如有疑问，请致电 {servicePhone}。',
  'hardship-plan/waived': '您的困难帮扶方案已生效：已减免罚息 {penalty} 元，还款日顺延 {days} 天，第 {n} 期还款日改为 {newDueDate}，应还 {amount} 元；自今日起年化利率 {rate}。如有疑问，请致电 {servicePhone}。',
  'rate-cut': '您的借款年化利率自 {from} 起降至 {rate}，之后各期账单已按新利率重新计算，可在“降息查询”中查看。',
  'waiver-offered': '为您提供一份逾期减免方案：{lastDay} 前（含当日）一次付清逾期款 {amount} 元，可减免 {waived} 元，金额以还款当日为准。请在“减免还款”中查看，办理不收取任何费用。',
  'plan-signed': '您的个性化分期已签约：{amount} 元分 {months} 期偿还，首期 {firstDue} 应还 {firstAmount} 元，届时从{bank}（尾号 {lastFour}）扣款，原借款已结清。',
  'plan-defaulted': '您的个性化分期（借据尾号 {loan}）已有 {unpaid} 期逾期未还，按协议已终止，剩余款项于 {date} 全部到期，当日应还 {amount} 元。请尽快在“还款”中还清；如有困难，请致电 {servicePhone} 与我们协商。',
  'bureau-notice': '您的借款（借据尾号 {loan}）已逾期 {days} 天，逾期金额 {amount} 元。依照《征信业管理条例》告知您：{date} 之后，我们将向征信机构报送该笔借款的逾期信息。请尽快还款；如有疑问，请致电 {servicePhone}。',
  'bureau-dispute/upheld': '您对征信报送记录（借据尾号 {loan}）的异议已核查：记录有误，我们会向征信机构报送更正。说明：{answer}。详情请登录，在“我的”-“征信记录”中查看。',
  'bureau-dispute/rejected': '您对征信报送记录（借据尾号 {loan}）的异议已核查：记录无误，不作更正。说明：{answer}。如有疑问，请致电 {servicePhone}。',
  'bill-conversion-signed': '您第 {n} 期账单 {amount} 元已办理账单分期，分 {months} 期偿还，首期 {firstDue} 应还 {firstAmount} 元。',
  'hardship/approved': '您的困难证明已通过审核，{until}（含当日）前可以办理超过 {months} 期的个性化分期。',
  'hardship/refused': '您的困难证明未通过审核，原因：{reason}。您可以补充材料后重新提交。',
  'evidence/approved': '您提交的{evidence}已审核通过。',
  'evidence/refused': '您提交的{evidence}未通过审核，原因：{reason}。请重新上传。',
  'evidence/refused-until': '您提交的{evidence}未通过审核，原因：{reason}。请在 {until}（含当日）前重新上传。',
  'evidence/reminder': '您的{evidence}还未提交，请在 {until}（含当日）前登录上传，过期将无法提交。',
  'evidence/lapsed': '您的{evidence}未在 {until} 前提交，现已失效。如有疑问请致电 {servicePhone}。',

  'purchase-delivered': '您购买的{goods}已送达。',
  'purchase-delivered/returnable': '您购买的{goods}已送达。如需退货，最晚 {until} 申请。',
  'purchase-kept': '商城没有接受{goods}的退货，订单和分期保持不变。如有疑问请致电 {servicePhone}。',
  'purchase-kept/reason': '商城没有接受{goods}的退货（{reason}），订单和分期保持不变。如有疑问请致电 {servicePhone}。',
  'purchase-returned': '您购买的{goods}已退款，对应借款 {amount} 元已撤销，额度已恢复，无需再还。',
  'purchase-returned/reason': '您购买的{goods}已退款（{reason}），对应借款 {amount} 元已撤销，额度已恢复，无需再还。',
  'purchase-returned/refund': '您购买的{goods}已退款，对应借款 {amount} 元已撤销，额度已恢复，无需再还。您已还的 {refund} 元将退回还款卡。',
  'purchase-returned/reason-refund': '您购买的{goods}已退款（{reason}），对应借款 {amount} 元已撤销，额度已恢复，无需再还。您已还的 {refund} 元将退回还款卡。',

  'new-device': '您的账户于 {time} 在新设备（{device}）上登录。如非本人操作，请在“登录与安全”中退出该设备，并联系客服 {servicePhone}。',
  'app-linked': '您的账户已关联{app}，今后可用它直接登录。如非本人操作，请在“登录与安全”中解除关联，并联系客服 {servicePhone}。',
  'phone-changed/new': '您的账户手机号已更换为本号码，请用本号码登录。如非本人操作，请立即联系客服 {servicePhone}。',
  'phone-changed/old': '您的账户手机号已更换为 {phone}，本号码不再用于登录。如非本人操作，请立即联系客服 {servicePhone}。',
  'account-paused': '您的账户正在核实，暂不能借款，已有借款照常还款。如有疑问，请致电 {servicePhone}。',
  'account-paused/care': '您的账户已暂停借款、自动扣款和还款提醒，仍可以随时还款。如需协助，请致电 {servicePhone}。',
  'account-resumed': '您的账户已恢复正常，可以照常使用。如有疑问，请致电 {servicePhone}。',
  'access-returned': '您的账户可以用本号码登录了，登录后请先完成人脸核验，通过后账户恢复正常。如非本人操作，请立即致电 {servicePhone}。',
  'face-review/approved': '您的人脸核验已通过人工审核，请登录继续办理。',
  'face-review/refused': '您的人脸核验未通过人工审核，原因：{reason}。请登录后重新核验，如有疑问请致电 {servicePhone}。',
  'face-review/draw': '您的人脸核验已通过人工审核，请在今天 24:00 前登录确认借款，逾期借款自动取消。',
  'face-review/go-on': '您的人脸核验已通过人工审核，请在 {hours} 小时内登录继续办理。',
  'face-review/lapsed': '您的人脸核验未能按时完成人工审核，本次办理已结束，请登录重新办理。如有疑问请致电 {servicePhone}。',
  'identity-amended': '您的{part}已更新。如非本人操作，请立即联系客服 {servicePhone}。',
  'profile-amended': '您的{part}已更新。如非本人操作，请立即联系客服 {servicePhone}。',

  'data-copy-ready': '您申请的个人信息副本已准备好，请在 {days} 天内登录，在“我的”中下载。如非本人操作，请立即致电 {servicePhone}。',

  'coupons': '送您一张{coupon}：{benefit}，{lastDay} 前（含当日）借款时可用。查看 {link} 拒收请回复R',
  'invitations': '邀请您申请额度 {amount} 元，{lastDay} 前（含当日）有效，申请不收取任何费用。立即申请 {link} 拒收请回复R',
  'sign-in-links': '{text}点击链接直接登录，{minutes} 分钟内有效，仅可使用一次，请勿转发：{link}',
} as const

export type SmsTemplate = keyof typeof smsTemplates

/** Values that are the same in every message: the text that a service approves has them in it. */
type FixedName = 'servicePhone'
const fixed: Readonly<Record<FixedName, string>> = { servicePhone: lender.servicePhone }

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type ParametersOf<Template extends SmsTemplate> = Readonly<
  Record<Exclude<NamesIn<(typeof smsTemplates)[Template]>, FixedName>, string>
>

/** A message: its template and parameters, and the text that they make, with the sender's name. */
export type Sms = {
  readonly template: SmsTemplate
  readonly parameters: Readonly<Record<string, string>>
  readonly text: string
}

export function smsOf<Template extends SmsTemplate>(
  template: Template,
  parameters: ParametersOf<Template>,
): Sms {
  const input: Readonly<Record<string, string>> = parameters
  const text = approvedText(template).replaceAll(NAMES, (_, name: string) => {
    const value = input[name]
    if (value === undefined) throw new Error(`SMS ${template}: parameter ${name} missing`)
    return value
  })
  return { template, parameters: input, text: `【${lender.product}】${text}` }
}

const NAMES = /\{(\w+)\}/g

/** The text that a service approves: fixed values filled in, parameters in braces. */
export function approvedText(template: SmsTemplate): string {
  const values: Readonly<Record<string, string>> = fixed
  return smsTemplates[template].replaceAll(NAMES, (placeholder, name: string) => {
    return values[name] ?? placeholder
  })
}

/** The names of the parameters in the order of the text. */
export function parametersIn(template: SmsTemplate): readonly string[] {
  return [...approvedText(template).matchAll(NAMES)].map(([, name = '']) => name)
}

/** Services allow no links in parameters, so a message with a link goes by its text. */
export function hasLink(template: SmsTemplate): boolean {
  return parametersIn(template).includes('link')
}

/** The text in the form of a service: Aliyun names its parameters, Tencent counts them. */
export function textFor(vendor: 'aliyun' | 'tencent', template: SmsTemplate): string {
  let count = 0
  return approvedText(template).replaceAll(NAMES, (_, name: string) => {
    count += 1
    return vendor === 'aliyun' ? `\${${name}}` : `{${count}}`
  })
}

/** The kind of message, for its title. */
export function smsKindOf(template: SmsTemplate): string {
  return template.replace(/\/.*$/, '')
}

export function isSmsTemplate(name: string): name is SmsTemplate {
  return Object.hasOwn(smsTemplates, name)
}

/** `Object.keys` loses the key type; the table has no other keys. */
export const smsTemplateNames = Object.keys(smsTemplates) as SmsTemplate[]

/**
 * Removes the final punctuation of a reviewer's sentence, so that the SMS has only one full stop.
 */
export function withoutFinalPunctuation(sentence: string): string {
  return sentence.replace(/[。.！!；;，,\s]+$/u, '')
}
