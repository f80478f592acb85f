import * as z from 'zod/mini'
import {
  isImageCode,
  isSmsCode,
  isPassword,
  isPhone,
  isEmail,
  fieldMessages,
  formatMessage,
  requiredMessage,
} from '@qingzhou/domain/people/fields'

/** Schemas of typed fields. The forms and the server use the same ones. */
export const phone = typedField('手机号', isPhone, fieldMessages.phone, '13000000000')
export const smsCode = typedField('短信验证码', isSmsCode, fieldMessages.smsCode, '00000')
export const captcha = typedField('图形验证码', isImageCode, fieldMessages.imageCode, '0000')
export const password = typedField('密码', isPassword, fieldMessages.password)
export const email = typedField('邮箱', isEmail, fieldMessages.email)

/**
 * The schema of a typed field. A missing value, or one that is no text, gets the general message; an
 * empty field gets a message with its name; an invalid one gets the message of its rule. With the longest
 * valid example a form knows while the field is typed whether the text can still become valid.
 */
export function typedField(
  label: string,
  isValid: (text: string) => boolean,
  message: string,
  example?: string,
) {
  const schema = z
    .string({ error: formatMessage(label) })
    .check(
      z.minLength(1, { error: requiredMessage(label), abort: true }),
      z.refine(isValid, { error: message }),
    )
  return Object.assign(schema, {
    canBecome: (text: string) => !example || isValid(text + example.slice(text.length)),
  })
}
