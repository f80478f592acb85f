import { fieldMessages, formatMessage, requiredMessage } from '@qingzhou/domain/people/fields'
import type { Rule } from './form.ts'

/** The message of a rule for a value that does not satisfy it. */
export function wrongWith(rule: Rule | undefined, value: unknown): string | undefined {
  const verdict = rule?.safeParse(value)
  return verdict && !verdict.success ? verdict.error.issues[0]?.message : undefined
}

/**
 * The message on submit: it asks for the right format by the field's name, and adds the message of the
 * rule where that says more.
 */
export function askFor(rule: Rule | undefined, value: unknown): string | undefined {
  const wrong = wrongWith(rule, value)
  const asked = value === '' ? undefined : wrongWith(rule, undefined)
  if (!wrong || !asked?.startsWith(formatMessage(''))) return wrong
  return [asked, fieldMessages.imageCode].includes(wrong) ? asked : `${asked}，${wrong}`
}

/** A required field; the schema validates its content. */
export function required(label: string, schema?: Rule, message?: string): Rule {
  return {
    safeParse(value) {
      if (typeof value !== 'string' || value.trim() === '') return wrong(requiredMessage(label))
      if (!schema || schema.safeParse(value.trim()).success) return { success: true }
      return message === undefined ? schema.safeParse(value.trim()) : wrong(message)
    },
  }
}

/** A required choice. */
export function chosen(label: string): Rule {
  return {
    safeParse: (value) => (value === '' ? wrong(`请选择${label}`) : { success: true }),
  }
}

function wrong(message: string) {
  return { success: false, error: { issues: [{ message }] } } as const
}
