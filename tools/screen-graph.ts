import { dirname, join } from 'node:path'

import { routes, type Route } from '../apps/web/src/app/routes.ts'
import { files } from './repository/repository.ts'

/** A way from one screen to another, and the file with the navigation in it. */
export type Edge = { readonly from: string; readonly to: string; readonly file: string }

const WEB = 'apps/web/src'
const texts = new Map(files.map(({ path, text }) => [path, text]))

/** The name of every screen with its route: `repayment.repayHome`. */
export const screens: ReadonlyMap<string, Route> = new Map(
  Object.entries(routes).flatMap(([feature, named]) =>
    Object.entries<Route>(named).map(([name, route]) => [`${feature}.${name}`, route] as const),
  ),
)

/** The screen files, by the name of their screen, from the `screens.ts` of each feature. */
export const screenFiles: ReadonlyMap<string, string> = new Map(
  Object.keys(routes).flatMap((feature) => {
    const folder = `${WEB}/features/${feature}`
    const table = texts.get(`${folder}/screens.ts`) ?? ''
    const row = /(\w+): (?:screenIn\(\s*)?(?:async )?\(\) =>\s*import\('\.\/([^']+)'\)/g
    return [...table.matchAll(row)].map(
      ([, name = '', path = '']) => [`${feature}.${name}`, `${folder}/${path}`] as const,
    )
  }),
)

/**
 * The navigations that each screen can make, read from the source: routes that its modules name,
 * links of their feature, and the server's next step. Tests and the modules of the router are left
 * out; a title of a route is no navigation.
 */
export function screenEdges(): Edge[] {
  return [...screenFiles].flatMap(([from, screenFile]) =>
    modulesOf(screenFile).flatMap((file) =>
      [...targetsIn(file)].filter((to) => to !== from).map((to) => ({ from, to, file })),
    ),
  )
}

/** The screens that the answer to any call may open: errors, notices, refusals, sign-in pages. */
export function outcomeEdges(from: string): Edge[] {
  const file = `${WEB}/app/guards/outcome-places.ts`
  return findRoutes(file).map((to) => ({ from, to, file }))
}

/** A screen's file and what it imports, inside the features and the shared modules. */
function modulesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imported = [...(texts.get(file) ?? '').matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)]
    .map(([, specifier = '']) => resolve(file, specifier))
    .filter((path) => /\/(features|shared)\//.test(path) && !/\/(links|queries)\.tsx?$/.test(path))
  return [file, ...imported.flatMap((path) => modulesOf(path, seen))]
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('#') ? `${WEB}/${specifier.slice(1)}` : join(dirname(file), specifier)
}

const withStep = [...screens].filter(([, { step }]) => step !== undefined).map(([name]) => name)

function targetsIn(file: string): Set<string> {
  const text = withoutImports(texts.get(file) ?? '')
  const isStepAsked = /\benterApp\b|'stepWanted'|\bopenWanted/.test(text)
  return new Set([...findRoutes(file), ...findLinks(file), ...(isStepAsked ? withStep : [])])
}

/** The links of a feature's `links.ts` that a module uses. */
function findLinks(file: string): string[] {
  const text = texts.get(file) ?? ''
  const specifier = /import \{ links \} from '([^']+)'/.exec(text)?.[1]
  if (specifier === undefined) return []
  const table = linksOf(resolve(file, specifier))
  return [...text.matchAll(/\blinks\.(\w+)/g)].flatMap(([, name = '']) => table.get(name) ?? [])
}

/** The routes that each entry of a `links.ts` names. */
function linksOf(file: string): Map<string, string[]> {
  const [, entries = ''] =
    /export const links = \{\n([\s\S]*?)\n\}/.exec(texts.get(file) ?? '') ?? []
  const aliases = aliasesIn(texts.get(file) ?? '')
  return new Map(
    entries.split(/\n(?= {2}\w+:)/).map((entry) => {
      const [name = ''] = entry.trim().split(':')
      return [name, findMentions(entry.slice(entry.indexOf(':')), aliases)]
    }),
  )
}

function findRoutes(file: string): string[] {
  const text = texts.get(file) ?? ''
  return findMentions(withoutImports(text), aliasesIn(text))
}

/** The local names of features and of single routes. */
type Aliases = { readonly features: Map<string, string>; readonly routes: Map<string, string> }

function aliasesIn(text: string): Aliases {
  const features = new Map([['routes', '']])
  const single = new Map<string, string>()
  for (const [, names = '', plain, quoted] of text.matchAll(
    /const \{([^{}]+)\} =\s*routes(?:\.(\w+)|\['([\w-]+)'\])?\s*$/gm,
  )) {
    const feature = plain ?? quoted
    for (const [name, local] of pairsIn(names)) {
      if (feature === undefined) features.set(local, name)
      else single.set(local, `${feature}.${name}`)
    }
  }
  if (/from '@qingzhou\/contract\/pages'/.test(text)) features.set('pages', '*')
  return { features, routes: single }
}

function pairsIn(names: string): [string, string][] {
  return names
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', local = name] = pair.split(':').map((part) => part.trim())
      return [name.replaceAll("'", ''), local.replaceAll("'", '')]
    })
}

/** The screens that a text names, except where only the title is used. */
function findMentions(text: string, aliases: Aliases): string[] {
  const used = text
    .replaceAll(/const \{[^{}]+\} =\s*routes[\w.[\]'-]*/g, '')
    // A comparison with the present place.
    .replaceAll(/[!=]== [\w.[\]'-]+\.path\b/g, '')
  const full = [...used.matchAll(/\broutes(?:\.(\w+)|\['([\w-]+)'\])\.(\w+)(?!\.title)\b/g)].map(
    ([, feature = '', quoted = '', name = '']) => `${feature || quoted}.${name}`,
  )
  const byFeature = [...aliases.features].flatMap(([local, feature]) =>
    [...used.matchAll(new RegExp(`(?<![.\\w])${local}\\.(\\w+)(?!\\.title)\\b`, 'g'))].flatMap(
      ([, name = '']) => (feature === '*' ? nameOfPage(name) : [`${feature}.${name}`]),
    ),
  )
  const bySingle = [...aliases.routes].flatMap(([local, screen]) =>
    new RegExp(`(?<![.\\w])${local}(?!\\.title)\\b(?!\\w|:)`).test(used) ? [screen] : [],
  )
  return [...new Set([...full, ...byFeature, ...bySingle])].filter((name) => screens.has(name))
}

function nameOfPage(page: string): string[] {
  return [...screens.keys()].filter((name) => name.endsWith(`.${page}`))
}

function withoutImports(text: string): string {
  return text.replaceAll(/^import [\s\S]*?from '[^']+'$/gm, '')
}
