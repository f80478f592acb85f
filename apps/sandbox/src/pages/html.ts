/** Text that is already HTML. Only `html` makes it, so nothing else gets in unescaped. */
export type Html = { readonly html: string }

/** Every value is shown as text, except what `html` itself has made. */
export function html(
  fixed: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const parts = values.map((value, index) => `${rendered(value)}${fixed[index + 1]}`)
  return { html: `${fixed[0]}${parts.join('')}` }
}

function rendered(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escaped(value)
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
