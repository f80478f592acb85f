import { allCalls } from '@qingzhou/contract/all-calls'
import type { Call } from '@qingzhou/contract/calls'
import { files } from '../repository/repository.ts'
import { findDeclaration, listSources, mentionsIn, pathOf, textOf } from './declarations.ts'
import { ports } from '../check-settings/screen-needs.ts'
import { screenFiles, screens } from '../screen-graph.ts'

const HEAD = 'screen\tpath\tproviders'
const texts = new Map(files.map(({ path, text }) => [path, text]))
/** What tells a customer about something done already. No screen waits for it. */
const MESSAGES = /features\/messages\/outbox-tasks\.ts$/

/**
 * The providers that each screen of a borrower needs, read from the source: the calls that a screen
 * makes, and the providers that the handler of a call uses, in the tasks that it adds too.
 */
export function screenNeeds(): string {
  const rows = [...screens]
    .filter(([name, { access }]) => access !== 'staff' && !name.startsWith('staff.'))
    .map(([name, { path }]) => {
      const used = new Set(findCalls(name).flatMap((call) => [...portsOfCall(call)]))
      return [name, path, ports.filter((port) => used.has(port)).join(' ')].join('\t')
    })
  return `${[HEAD, ...rows].join('\n')}\n`
}

/** The calls that a screen makes: `identity.readIdCard`. */
function findCalls(screen: string): string[] {
  const [feature = '', name = ''] = screen.split('.')
  const table = texts.get(`apps/web/src/features/${feature}/screens.ts`) ?? ''
  const entry = new RegExp(`\\b${name}: ([\\s\\S]*?)(?=\\n  \\w|\\n\\})`).exec(table)?.[1] ?? ''
  const shown = /,\s*'(\w+)',?\s*\)/.exec(entry)?.[1] ?? 'default'
  const id = findDeclaration(screenFiles.get(screen) ?? '', shown)
  if (id === undefined) throw new Error(`${screen}: its component is not found`)
  return [...new Set(callsFrom(id, new Set([id])))]
}

function callsFrom(id: string, seen: Set<string>): string[] {
  return mentionsIn(pathOf(id), textOf(id)).flatMap((mention) => {
    const feature = /= callsOf\(\s*'([\w-]+)'/.exec(textOf(mention.id))?.[1]
    if (feature !== undefined) {
      const names = /^(?:export )?const \{([^}]*)\}/.exec(textOf(mention.id))?.[1]
      const local = mention.id.split(' ')[1] ?? ''
      const renamed = new RegExp(`(\\w+): ${local}\\b`).exec(names ?? '')?.[1] ?? local
      const name = names === undefined ? mention.property : renamed
      return name === undefined ? [] : [`${feature}.${name}`]
    }
    if (seen.has(mention.id)) return []
    seen.add(mention.id)
    return callsFrom(mention.id, seen)
  })
}

type Handler = { readonly path: string; readonly text: string }

/** The entries of an object that a function of a file returns, by their names. */
function entriesIn(path: string, returned: RegExp): (readonly [name: string, handler: Handler])[] {
  const body = returned.exec(texts.get(path) ?? '')?.at(-1) ?? ''
  return body.split(/\n(?= {4}'?[\w-]+'?[:,(])/).flatMap((entry) => {
    const name = /^ {4}'?([\w-]+)/.exec(entry)?.[1]
    const text = entry.replace(/^ {4}'?[\w-]+'?:/, '')
    return name === undefined ? [] : [[name, { path, text }] as const]
  })
}

const handlers: ReadonlyMap<string, Handler> = new Map(
  listSources(/^apps\/server\/src\/features\/.*handlers\.ts$/).flatMap((path) => {
    const feature = /Handlers<Callers>\['([\w-]+)'\] \{/.exec(texts.get(path) ?? '')?.[1]
    return entriesIn(path, /Handlers<Callers>\['[\w-]+'\] \{([\s\S]*?)\n\}/).map(
      ([name, handler]) => [`${feature ?? ''}.${name}`, handler] as const,
    )
  }),
)

const tasks = new Map(
  listSources(/^apps\/server\/src\/features\//)
    .filter((path) => !MESSAGES.test(path))
    .flatMap((path) => entriesIn(path, /\): TaskHandlers<[^>]*> \{([\s\S]*?)\n\}/)),
)

const known = new Map<string, ReadonlySet<string>>()

/** The providers that a call uses, as `Providers` names them. */
function portsOfCall(call: string): ReadonlySet<string> {
  const handler = handlers.get(call)
  if (!handler) throw new Error(`${call}: its handler is not found`)
  const found = known.get(call) ?? new Set([...keyVendors(call), ...portsFrom(handler, new Set())])
  known.set(call, found)
  return found
}

/** The vendors whose keys a call carries. */
function keyVendors(call: string): string[] {
  const [feature = '', name = ''] = call.split('.')
  const rows: Readonly<Record<string, Readonly<Record<string, Call>>>> = allCalls
  return rows[feature]?.[name]?.deviceKeys ? ['deviceVendors'] : []
}

function portsFrom({ path, text }: Handler, seen: Set<string>): string[] {
  const own = ports.filter((port) =>
    new RegExp(`\\bproviders\\??\\.${port}\\b(?! !== undefined)`).test(text),
  )
  const unpacked = [...text.matchAll(/\{([^{}]*)\} = services\.providers\b/g)].flatMap(
    ([, names = '']) => ports.filter((port) => new RegExp(`\\b${port}\\b`).test(names)),
  )
  const added = [...text.matchAll(/\bkind: '([\w-]+)'/g)].flatMap(([, kind = '']) => {
    const task = tasks.get(kind)
    if (!task || seen.has(kind)) return []
    seen.add(kind)
    return portsFrom(task, seen)
  })
  const called = mentionsIn(path, text).flatMap(({ id }) => {
    if (seen.has(id)) return []
    seen.add(id)
    return portsFrom({ path: pathOf(id), text: textOf(id) }, seen)
  })
  return [...own, ...unpacked, ...added, ...called]
}
