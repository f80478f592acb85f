/** The fields the desk can type into for you, found by what they tell the browser about themselves. */
export type Fillable = 'tel' | 'one-time-code' | 'cc-number'

/** Types into the page as a person would, so that the app notices. Says whether there was a field. */
export function fillField(page: Document, field: Fillable, text: string): boolean {
  const input = page.querySelector<HTMLInputElement>(`input[autocomplete="${field}"]`)
  const view = page.defaultView
  if (!input || !view || input.readOnly || input.disabled) return false

  // React keeps its own idea of the value; only the element's native setter makes it look again.
  const native = Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, 'value')
  native?.set?.call(input, text)
  input.dispatchEvent(new view.Event('input', { bubbles: true }))
  input.focus()
  return true
}
