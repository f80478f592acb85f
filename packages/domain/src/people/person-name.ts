/** Dots that keyboards and readers put where a name of several parts has its middle dot. */
const OTHER_DOTS = /[.•‧∙⋅・]/gu

/** A name in its one form, so that the same name typed twice is the same text. [P14] */
export function tidyName(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/gu, '').replaceAll(OTHER_DOTS, '·')
}

/** A name as it stands on an identity card, in its one form. [P14] */
export function isPersonName(name: string): boolean {
  const { length } = Array.from(name)
  return length >= 2 && length <= 25 && /^\p{Script=Han}+(·\p{Script=Han}+)*$/u.test(name)
}

/** Enough to know one's own name by, and no more. [P15] */
export function maskName(name: string): string {
  const characters = Array.from(name)
  return characters
    .map((character, index) => (index < characters.length - 1 ? '*' : character))
    .join('')
}
