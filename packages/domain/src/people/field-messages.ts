/** The error messages below form fields. [P12] */
export const fieldMessages = {
  phone: '必须是11位手机号码',
  smsCode: '必须是纯数字',
  imageCode: '格式不正确',
  cardNumber: '格式不正确',
  idNumber: formatMessage('身份证号'),
  email: formatMessage('邮箱'),
  password: '密码须为8-16位字母、数字或下划线，且不能为纯数字',
  amount: formatMessage('金额'),
} as const

/** The message for a value that is no text at all; `field` is its label. [P12] */
export function formatMessage(field: string): string {
  return `请输入正确格式的${field}`
}

/** The message for an empty field; `name` is its label. [P12] */
export function requiredMessage(field: string): string {
  return `请输入${field}`
}
