import { randomInt } from 'node:crypto'
import {
  drawCaptcha,
  characters,
} from '@qingzhou/server/features/onboarding/captcha/draw-captcha.ts'
import { solveImage } from './attacks/image-solver.ts'
import { solve } from '@qingzhou/server/features/onboarding/captcha/testing/solver.ts'

/**
 * Measures how many image codes two scripts of ours read; the first parameter sets the number of
 * codes. One script uses thresholding and template matching as for any image, the other knows
 * exactly how these pictures are drawn.
 */
const total = Number(process.argv[2] ?? 200)
let matched = 0
let solved = 0
let charactersRight = 0
for (let count = 0; count < total; count += 1) {
  const code = Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  const image = await drawCaptcha(code)
  if ((await solveImage(Buffer.from(image.split(',')[1] ?? '', 'base64'))) === code) matched += 1
  const read = await solve(image)
  if (read === code) solved += 1
  charactersRight += Array.from(code).filter((character, place) => read[place] === character).length
  if ((count + 1) % 5 === 0 || count + 1 === total) report(count + 1)
}

function report(images: number): void {
  console.log(
    `Of ${images} image codes, threshold and templates read ${matched} (${percent(matched, images)}); a script that knows the drawing read ${solved} (${percent(solved, images)}), with ${charactersRight} of ${4 * images} characters in their place.`,
  )
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}
