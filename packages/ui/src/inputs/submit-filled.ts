/** Presses the submit button of the code's form, unless something else in the form is missing. */
export function submitFilled(code: HTMLInputElement, value: string) {
  const { form } = code
  // The code may have been changed while this module was loading.
  if (!form || code.value !== value) return
  if ([...form.querySelectorAll('input')].some(isMissing)) return
  form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}

function isMissing({ type, value }: HTMLInputElement): boolean {
  return type !== 'checkbox' && type !== 'radio' && type !== 'file' && value === ''
}
