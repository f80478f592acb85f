import { defaultsInWords, settingTexts } from '@qingzhou/platform/config/setting-texts'
import { mayComeFromFile } from '@qingzhou/platform/config/settings'

import { recordSettings, type Reading, type RecordedSetting } from './recorded-settings.ts'

const HEAD = `# Settings

Every setting of \`npm run serve\` and \`npm run worker\`, made from the code that reads them by \`npm run reference\`. They come from the environment of the process. One with *yes* under
File may be in a file instead, named by the setting with \`_FILE\`: \`DATABASE_URL_FILE=/run/secrets/database-url\`. \`npm run check-settings\` tries what is set. The settings of the sandbox program and of the tools are not here.
`
const COLUMNS = '| Setting | Default | Values | File | What |\n|---|---|---|---|---|'

/** The settings as Markdown, a section for each condition under which they are read. */
export function settingsReference(): string {
  const sections = Map.groupBy(recordSettings().values(), conditionOf)
  const titles = [...new Set([EVERY_MODE, PRODUCTION, SANDBOX, ...sections.keys()])]
  return [HEAD, ...titles.map((title) => sectionOf(title, sections.get(title) ?? []))].join('\n')
}

const EVERY_MODE = 'In every mode'
const PRODUCTION = 'In production alone'
const SANDBOX = 'In the sandbox alone'

function conditionOf({ readings, choices }: RecordedSetting): string {
  if (choices.size > 0) return `With ${[...choices].map((one) => `\`${one}\``).join(' or ')}`
  const isRead = (mode: 'production' | 'sandbox') =>
    readings.has(mode) && readings.get(mode)?.isRefused !== true
  if (!isRead('sandbox')) return PRODUCTION
  return isRead('production') ? EVERY_MODE : SANDBOX
}

function sectionOf(title: string, settings: readonly RecordedSetting[]): string {
  return `## ${title}\n\n${COLUMNS}\n${settings.map(rowOf).join('\n')}\n`
}

function rowOf(setting: RecordedSetting): string {
  const { name, readings } = setting
  const meaning = [...readings.values()].find((reading) => reading.meaning)?.meaning
  const texts = [meaning, settingTexts[name]].filter((text) => text !== undefined)
  if (texts.length === 0) throw new Error(`${name}: text missing in setting-texts.ts`)
  const cells = [
    `\`${name}\``,
    defaultsInWords[name] ?? byMode(setting, defaultOf),
    byMode(setting, ({ values }) => values ?? ''),
    mayComeFromFile(name) ? 'yes' : '',
    texts.join('. '),
  ]
  return `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ')
}

function defaultOf({ isRequired, isRefused, otherwise }: Reading): string {
  if (isRefused) return 'refused'
  if (isRequired) return '**required**'
  return otherwise ? `\`${otherwise}\`` : ''
}

/** One text where both modes agree, otherwise that of each. */
function byMode({ readings }: RecordedSetting, textOf: (reading: Reading) => string): string {
  const [first = '', ...others] = new Set([...readings.values()].map(textOf))
  if (others.length === 0) return first
  return [...readings]
    .flatMap(([mode, reading]) => (textOf(reading) ? `${textOf(reading)} (${mode})` : []))
    .join(', ')
}
