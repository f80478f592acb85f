const PARAMETER_MAX = 35
const LINK = /https?:|www\.|\b[\w-]+\.(com|cn|net|org|example)\b/i

/** How the faults of the moment change the answer. */
export type How = { readonly copies: number; readonly declines: boolean }

/** The eleven digits of a mobile number of the mainland, with or without +86. */
export function mobileOf(input: string): string | undefined {
  return /^(?:\+?86)?(1[3-9]\d{9})$/.exec(input)?.[1]
}

/** A template with its parameters, or what the service refuses about them. */
export function renderedText(
  template: string,
  placeholder: RegExp,
  valueOf: (name: string) => string | undefined,
): { text: string } | { missing: string } | { tooLong: string } | { hasLink: string } {
  const values = [...template.matchAll(placeholder)].map(([, name = '']) => ({
    name,
    value: valueOf(name),
  }))
  for (const { name, value } of values) {
    if (value === undefined || value === '') return { missing: name }
    if (Array.from(value).length > PARAMETER_MAX) return { tooLong: name }
    if (LINK.test(value)) return { hasLink: name }
  }
  return { text: template.replaceAll(placeholder, (_, name: string) => valueOf(name) ?? '') }
}
