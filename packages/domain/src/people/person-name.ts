/** Dots that keyboards and OCR use in place of the middle dot in a name. */
const OTHER_DOTS = /[.•‧∙⋅・]/gu

/** Normalises a name, so that the same name typed twice is the same text. [P14] */
export function tidyName(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/gu, '').replaceAll(OTHER_DOTS, '·')
}

/** Whether the text is a normalised name as on an identity card. [P14] */
export function isPersonName(name: string): boolean {
  const { length } = Array.from(name)
  return length >= 2 && length <= 25 && /^\p{Script=Han}+(·\p{Script=Han}+)*$/u.test(name)
}

/** Masks a name; the owner can still recognise it. [P15] */
export function maskName(name: string): string {
  const characters = Array.from(name)
  return characters
    .map((character, index) => (index < characters.length - 1 ? '*' : character))
    .join('')
}
