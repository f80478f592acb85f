const NAMES = 'label, legend, h2, span, p, [aria-label]'
const PLACES = '.field, fieldset, [role="group"], .list-row, .list, .card'
const OPEN_INPUTS = 'input:not(:checked, :disabled), textarea'

/** Scrolls to the field of this name and focuses it; without one, to the first empty input. */
export function leadTo(from: Element, name: string) {
  const area = from.closest('dialog, .screen') ?? document.body
  const named = [...area.querySelectorAll<HTMLElement>(NAMES)].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name,
  )
  const control = named ? controlOf(named) : area.querySelector<HTMLElement>(OPEN_INPUTS)
  const target = control ?? named
  target?.scrollIntoView?.({ block: 'center' })
  control?.focus({ preventScroll: true })
}

function controlOf(named: HTMLElement): HTMLElement | null {
  if (named.matches('input')) return named
  const place = named.closest<HTMLElement>(PLACES)
  if (!place || place.matches('button, a')) return place
  return place.querySelector(`${OPEN_INPUTS}, button, a`)
}
