export type CardSide = 'front' | 'back'

/** What the app calls the two sides of an ID card. */
const sideNames: Record<CardSide, string> = { front: '人像面', back: '国徽面' }

/** Chooses a file for the page as the album would. Says whether the page asked for such a photo. */
export function placePicture(
  page: Document,
  { side, picture }: { readonly side: CardSide; readonly picture: Blob },
): boolean {
  const name = sideNames[side]
  const input = page.querySelector<HTMLInputElement>(`input[type="file"][aria-label*="${name}"]`)
  const view = page.defaultView
  if (!input || !view || input.disabled) return false

  const chosen = new view.DataTransfer()
  chosen.items.add(new view.File([picture], `${side}.png`, { type: picture.type }))
  input.files = chosen.files
  input.dispatchEvent(new view.Event('change', { bubbles: true }))
  return true
}
