import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapters } from '@qingzhou/platform/config/adapters/adapters'

/** What a screen may need, by the names of `Providers`. */
// A table: one provider, one line. The setting that chooses it, and the adapter that is chosen.
// oxfmt-ignore
const choices = {
  sms:           ({ sms }) => ['SMS', sms],
  mail:          ({ mail }) => ['MAIL', mail],
  ip:            ({ ip }) => ['IP', ip],
  deviceVendors: ({ device }) => ['DEVICE', device],
  wallet:        ({ wallet }) => ['WALLET', wallet],
  messenger:     ({ messenger }) => ['MESSENGER', messenger],
  cardReader:    ({ ocr, identity }) => (ocr === 'embedded' ? ['OCR', ocr] : ['IDENTITY', identity]),
  faceJudge:     ({ face }) => ['FACE', face],
  facePages:     ({ identity, wallet }) => (hasFaceScene(identity) ? ['IDENTITY', identity] : ['WALLET', wallet]),
  idCheck:       ({ identity }) => ['IDENTITY', identity],
  bank:          ({ bank }) => ['BANK', bank],
  bureau:        ({ bureau }) => ['BUREAU', bureau],
  mall:          ({ mall }) => ['MALL', mall],
} satisfies Record<string, (adapters: Adapters) => readonly [setting: string, adapter: unknown]>

export type Port = keyof typeof choices

// The keys of the table above.
export const ports = Object.keys(choices) as Port[]

export type ScreenNeed = { readonly name: string; readonly path: string; readonly ports: Port[] }

export type Effect = 'not shown' | 'another way' | 'refused'

export type AffectedScreens = {
  /** `MALL=none`, or the setting whose service is missing. */
  readonly cause: string
  readonly effect: Effect
  readonly screens: readonly string[]
}

/** What a machine lacks: the gateway does not answer, or a package is not installed. */
export type Missing = { readonly gateway: boolean; readonly settings: readonly string[] }

/** The providers of each screen of a borrower. The file is made by `npm run reference`. */
export function readScreenNeeds(): ScreenNeed[] {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'screen-needs.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [name = '', path = '', used = ''] = row.split('\t')
    return { name, path, ports: ports.filter((port) => used.split(' ').includes(port)) }
  })
}

/** The screens for which a provider is missing or left out, by cause and effect. */
export function affectedScreens(adapters: Adapters, missing: Missing): AffectedScreens[] {
  const needs = readScreenNeeds()
  const found = ports.flatMap((port) => {
    const [setting, adapter] = choices[port](adapters)
    const isMissing =
      (adapter === 'gateway' && missing.gateway) || missing.settings.includes(setting)
    if (adapter !== 'none' && !isMissing) return []
    const cause = adapter === 'none' ? `${setting}=none` : `${setting} is missing (${port})`
    return needs
      .filter((screen) => screen.ports.includes(port))
      .map(({ name }) => ({ cause, effect: effectOn(name, port, adapter), screen: name }))
  })
  const groups = Map.groupBy(found, ({ cause, effect }) => `${cause}: ${effect}`)
  return [...groups.values()].flatMap((group) => {
    const screens = group.map(({ screen }) => screen)
    return group.slice(0, 1).map(({ cause, effect }) => ({ cause, effect, screens }))
  })
}

/** Where the place of an address or a device is unknown, work goes on without it. */
const DISPENSABLE: readonly Port[] = ['ip', 'deviceVendors']

function effectOn(screen: string, port: Port, adapter: unknown): Effect {
  if (adapter !== 'none') return DISPENSABLE.includes(port) ? 'another way' : 'refused'
  return port === 'mall' && screen.startsWith('mall.') ? 'not shown' : 'another way'
}

function hasFaceScene(identity: Adapters['identity']): boolean {
  return identity !== 'gateway' && identity.faceScene !== undefined
}
