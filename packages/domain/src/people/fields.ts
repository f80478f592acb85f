/** An SMS code: exactly 5 digits. [P9] */
export function isSmsCode(text: string): boolean {
  return /^\d{5}$/.test(text)
}

/** An image code: exactly 4 letters or digits. [P10] */
export function isImageCode(text: string): boolean {
  return /^[A-Za-z0-9]{4}$/.test(text)
}

/** An e-mail address: a local part, an @, and a domain with a dot. [P11] */
export function isEmail(text: string): boolean {
  if (text.length > 254 || text.includes('..')) return false
  return /^[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,189}\.[A-Za-z]{2,24}$/.test(
    text,
  )
}

/** The error messages below form fields. [P12] */
export const fieldMessages = {
  phone: '必须是11位手机号码',
  smsCode: '必须是纯数字',
  imageCode: '格式不正确',
  cardNumber: '格式不正确',
  idNumber: formatMessage('身份证号'),
  email: formatMessage('邮箱'),
  password: '密码须为8-16位字母、数字或下划线，且不能为纯数字',
} as const

/** The general message for a wrong format; `field` is its label. [P12] */
export function formatMessage(field: string): string {
  return `请输入正确格式的${field}`
}

/** The message for an empty field; `name` is its label. [P12] */
export function requiredMessage(field: string): string {
  return `请输入${field}`
}

/** 8 to 16 letters, digits or underscores, not digits alone. [P8] */
export function isPassword(text: string): boolean {
  return /^[A-Za-z0-9_]{8,16}$/.test(text) && !/^\d+$/.test(text)
}

/** A mainland mobile number: 11 digits starting 13 to 19. [P1] */
export function isPhone(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}
