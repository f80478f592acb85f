import * as z from 'zod/mini'
import {
  isImageCode,
  isSmsCode,
  isPassword,
  isPhone,
  isEmail,
  fieldBeginnings,
  fieldMessages,
  formatMessage,
  requiredMessage,
} from '@qingzhou/domain/people/fields'

/** Schemas of typed fields. The forms and the server use the same ones. */
export const phone = typed('手机号', isPhone, fieldMessages.phone, fieldBeginnings.phone)
export const smsCode = typed(
  '短信验证码',
  isSmsCode,
  fieldMessages.smsCode,
  fieldBeginnings.smsCode,
)
export const captcha = typed(
  '图形验证码',
  isImageCode,
  fieldMessages.imageCode,
  fieldBeginnings.imageCode,
)
export const password = typed('密码', isPassword, fieldMessages.password, fieldBeginnings.password)
export const email = typed('邮箱', isEmail, fieldMessages.email)

/**
 * The schema of a typed field. A missing value, or one that is no text, gets the general message; an
 * empty field gets a message with its name; an invalid one gets the message of its rule. A form reads
 * `beginning` while the field is typed.
 */
export function typed(
  label: string,
  isValid: (text: string) => boolean,
  message: string,
  beginning?: RegExp,
) {
  const schema = z
    .string({ error: formatMessage(label) })
    .check(
      z.minLength(1, { error: requiredMessage(label), abort: true }),
      z.refine(isValid, { error: message }),
    )
  return Object.assign(schema, { beginning })
}
