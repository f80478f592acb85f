import type { Method } from '@qingzhou/domain/loans/amortise'
import { choicesOf } from '#features/reference/index.ts'

export const methodNames: Record<Method, string> = {
  'equal-instalments': '等额本息',
  'equal-principal': '等额本金',
  'interest-first': '先息后本',
}

export function purposesInWords(): { code: string; name: string }[] {
  return choicesOf(['purpose']).choices.purpose ?? []
}

export function purposeName(code: string): string {
  return purposesInWords().find((purpose) => purpose.code === code)?.name ?? code
}
