import { useLayoutEffect } from 'react'

/**
 * Removes the landing page that is shown before the script. What was typed into its phone number goes
 * into the form, and the keyboard stays open.
 */
export function FirstLandingEnd(): null {
  useLayoutEffect(() => {
    const first = document.querySelector('.first-landing')
    const typed = first?.querySelector<HTMLInputElement>('input[type=tel]')
    const field = document.querySelector<HTMLInputElement>('#root input[type=tel]')
    if (typed && typed === document.activeElement) field?.focus()
    if (typed?.value && field) type(field, typed.value)
    first?.remove()
  }, [])
  return null
}

/** React ignores a value that is set on its own element, so that of the prototype is used. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
