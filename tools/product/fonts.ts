import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { testCache } from '../tests/test-cache.ts'

const require = createRequire(import.meta.url)

/** Files of two packages: Chromium reads TrueType files of the system, and no WOFF. */
const NOTO = [
  require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_400Regular.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_700Bold.ttf'),
]
/** Its letters are wider than those of most fonts, in bold by a fifth. */
export const WIDE_FAMILY = 'DejaVu Sans'
const DEJAVU = [
  require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
]

type FontSet = {
  readonly files: readonly string[]
  /** The family of letters and digits. */
  readonly latin: string
  /** Rules for the families found. */
  readonly rules?: string
}

/**
 * The style sheets name Noto Sans SC; under another name its Chinese characters are still found, and
 * letters and digits come from the family of the set.
 */
const UNNAMED = `  <match target="scan">
    <test name="family"><string>Noto Sans SC</string></test>
    <edit name="family" mode="assign"><string>Chinese</string></edit>
  </match>
`

const sets: Readonly<Record<string, FontSet>> = {
  // The wide letters are there for a page that asks for them by name.
  narrow: { files: [...NOTO, ...DEJAVU], latin: 'Noto Sans SC' },
  // The default of many Linux machines.
  wide: { files: [...NOTO, ...DEJAVU], latin: WIDE_FAMILY, rules: UNNAMED },
}

const GENERIC = ['sans-serif', 'serif', 'monospace', 'system-ui']

/**
 * The environment of a browser in tests: only the fonts of the repository's packages, whatever the machine
 * has, so that a text has the same width everywhere. FONT_SET chooses narrow (the default) or wide letters.
 */
export function browserEnvironment(): Record<string, string | undefined> {
  return {
    ...process.env,
    // Without a locale setting, a browser cannot save a file with a Chinese name.
    LC_ALL: 'C.UTF-8',
    FONTCONFIG_FILE: writeConfiguration(process.env['FONT_SET'] ?? 'narrow'),
  }
}

/** Writes the configuration where it is not yet: several processes may do so at once. */
function writeConfiguration(name: string): string {
  const set = sets[name]
  if (!set) throw new Error(`FONT_SET is ${name}. Name one of: ${Object.keys(sets).join(', ')}.`)
  const folder = join(testCache, 'fonts')
  const text = configuration(set, folder)
  const path = join(folder, `${digestOf(text)}.conf`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
  return path
}

function configuration({ files, latin, rules = '' }: FontSet, folder: string): string {
  // What was found in a folder depends on the rules.
  const cache = join(folder, digestOf(`${files.join('\n')}${rules}`))
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[...new Set(files.map(dirname))].map((dir) => `  <dir>${dir}</dir>\n`).join('')}  <cachedir>${cache}</cachedir>
  <selectfont>
    <rejectfont><glob>*</glob></rejectfont>
${files.map((path) => `    <acceptfont><glob>${path}</glob></acceptfont>\n`).join('')}  </selectfont>
${rules}${GENERIC.map((family) => aliasOf(family, latin)).join('')}</fontconfig>
`
}

function aliasOf(family: string, latin: string): string {
  return `  <alias binding="strong"><family>${family}</family><prefer><family>${latin}</family></prefer></alias>\n`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
