import { expect, it } from 'vitest'
import { drawCaptcha } from './draw-captcha.ts'
import { characters } from './glyphs.ts'
import { solve } from './testing/solver.ts'

const IMAGES = 4

/** The rate over many images is measured by `npm run prove -- image-code`; here few have to do. */
it(`is not read by a script in most of ${IMAGES} pictures`, { timeout: 300_000 }, async () => {
  let solved = 0
  for (let count = 0; count < IMAGES; count += 1) {
    const code = Array.from({ length: 4 }, (_, place) => {
      const index = (count * 7 + place * 5) % characters.length
      return characters[index] ?? ''
    }).join('')
    if ((await solve(await drawCaptcha(code))) === code) solved += 1
  }
  expect(solved).toBeLessThanOrEqual(IMAGES / 2)
})
