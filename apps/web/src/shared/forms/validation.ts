import { requiredMessage } from '@qingzhou/domain/people/fields'
import type { Rule } from './form.ts'

/** A required field; the schema validates its content. */
export function requiredField(label: string, schema?: Rule, message?: string): Rule {
  return {
    safeParse(value) {
      if (typeof value !== 'string' || value.trim() === '') return wrong(requiredMessage(label))
      if (!schema || schema.safeParse(value.trim()).success) return { success: true }
      return message === undefined ? schema.safeParse(value.trim()) : wrong(message)
    },
  }
}

/** A required choice. */
export function requiredChoice(label: string): Rule {
  return {
    safeParse: (value) => (value === '' ? wrong(`请选择${label}`) : { success: true }),
  }
}

function wrong(message: string) {
  return { success: false, error: { issues: [{ message }] } } as const
}
