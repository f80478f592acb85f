import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'

import { ensureChromium } from '../product/chromium.ts'
import { root } from '../root.ts'
import { run } from '../product/run.ts'

const KB = 1024
/** Maximum file size by kind of picture, so that the README loads quickly. */
const SIZE_MAX = { phone: 60 * KB, computer: 120 * KB, sheet: 250 * KB }
const pictures = join(root, 'docs/pictures')
const taken = mkdtempSync(join(tmpdir(), 'qingzhou-pictures-'))

console.log('Walking through the product, which takes some minutes …')
await walk()
for (const file of readdirSync(taken).sort()) await keep(file)
rmSync(taken, { recursive: true })

async function walk(): Promise<void> {
  const { code, output } = await run(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '-c', 'e2e/pictures', '--reporter=list'],
    {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
        CHROMIUM_PATH: await ensureChromium((line) => console.log(line)),
        PICTURES: taken,
      },
    },
  )
  if (code === 0) return
  console.error(output)
  process.exit(1)
}

/** Saves a picture for the README. A screen has few colours, so a palette loses nothing. */
async function keep(file: string): Promise<void> {
  const picture = sharp(join(taken, file))
  const sizeMax = SIZE_MAX[kindOf(await picture.metadata())]
  const { size } = await picture
    .png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(join(pictures, file))
  console.log(`${file}  ${Math.ceil(size / KB)} kB`)
  if (size > sizeMax) throw new Error(`${file} is larger than ${sizeMax / KB} kB.`)
}

function kindOf({ width }: { readonly width: number }): keyof typeof SIZE_MAX {
  if (width > 1280) return 'sheet'
  return width === 1280 ? 'computer' : 'phone'
}
