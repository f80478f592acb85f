import * as z from 'zod/mini'
import { isImageCode, isSmsCode } from '@qingzhou/domain/people/codes'
import { isCardNumber } from '@qingzhou/domain/people/card-number'
import { isEmail } from '@qingzhou/domain/people/email'
import { fieldMessages, requiredMessage } from '@qingzhou/domain/people/field-messages'
import { isPassword } from '@qingzhou/domain/people/password'
import { isPhone } from '@qingzhou/domain/people/phone'

/** The fields people type. The forms and the server check with these same schemas. */
export const phone = typed('手机号', isPhone, fieldMessages.phone)
export const smsCode = typed('短信验证码', isSmsCode, fieldMessages.smsCode)
export const captcha = typed('图形验证码', isImageCode, fieldMessages.imageCode)
export const password = typed('密码', isPassword, fieldMessages.password)
export const cardNumber = typed('储蓄卡号', isCardNumber, fieldMessages.cardNumber)
export const email = typed('邮箱', isEmail, fieldMessages.email)

/** An empty field is asked for by name; a wrong one gets its rule's own sentence. */
function typed(label: string, isValid: (text: string) => boolean, message: string) {
  return z
    .string()
    .check(
      z.minLength(1, { error: requiredMessage(label), abort: true }),
      z.refine(isValid, { error: message }),
    )
}
