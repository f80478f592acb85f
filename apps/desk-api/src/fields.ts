import { Refused } from '@qingzhou/platform/refused'

/** An optional text field of a desk request. The desk is our own page, so simple checks are enough. */
export function textField(input: unknown, name: string): string | undefined {
  const value = isRecord(input) ? input[name] : undefined
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length > 0 && value.length <= 2_000) return value
  throw new Refused({ kind: 'field-invalid', message: `${name} 格式不正确` })
}

export function requiredText(input: unknown, name: string): string {
  const value = textField(input, name)
  if (value === undefined) throw new Refused({ kind: 'field-invalid', message: `请提供 ${name}` })
  return value
}

export function wholeNumber(input: unknown, name: string): number {
  const value = isRecord(input) ? input[name] : undefined
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new Refused({ kind: 'field-invalid', message: `${name} 应为整数` })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
