import { randomInt } from 'node:crypto'
import { drawCaptcha } from '@qingzhou/server/modules/onboarding/captcha/draw-captcha.ts'
import { characters } from '@qingzhou/server/modules/onboarding/captcha/glyphs.ts'
import { solve } from '@qingzhou/server/modules/onboarding/captcha/testing/solver.ts'

/** How many image codes our own solver reads; the first parameter says out of how many. */
const total = Number(process.argv[2] ?? 200)
let solved = 0
let charactersRight = 0
for (let count = 0; count < total; count += 1) {
  const code = Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  const read = await solve(await drawCaptcha(code))
  if (read === code) solved += 1
  charactersRight += Array.from(code).filter((character, place) => read[place] === character).length
  if ((count + 1) % 5 === 0 || count + 1 === total) report(count + 1)
}

function report(images: number): void {
  console.log(
    `${solved} of ${images} image codes read (${percent(solved, images)}), ${charactersRight} of ${4 * images} characters in their place (${percent(charactersRight, 4 * images)}).`,
  )
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
