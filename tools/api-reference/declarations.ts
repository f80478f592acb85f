import { targetsOf } from '../repository/imports.ts'
import { files } from '../repository/repository.ts'

/** A top-level declaration: `apps/server/src/features/credit/submit.ts submit`. */
type DeclarationId = string

const sources = new Map(
  files
    .filter(({ path }) => /^(apps|packages)\/.*\.tsx?$/.test(path))
    .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map(({ path, text }) => [path, text]),
)

/** Paths of the source files that a pattern selects. */
export function listSources(pattern: RegExp): string[] {
  return [...sources.keys()].filter((path) => pattern.test(path))
}

const DECLARATION = /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class) ?\*? ?/

type Module = {
  /** The text of each declaration by the names that it declares. */
  readonly declared: ReadonlyMap<string, string>
  /** Where an imported or re-exported name comes from. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const found = modules.get(path)
  if (found) return found
  const text = sources.get(path) ?? ''
  const blocks = text.split(/\n(?=\S)/).reduce<string[]>((all, line) => {
    // A closing bracket at the margin ends the declaration above it.
    if (/^[)}\]]/.test(line)) all[all.length - 1] += `\n${line}`
    else all.push(line)
    return all
  }, [])
  const declared = new Map(
    blocks
      .filter((block) => DECLARATION.test(block))
      .flatMap((block) => namesIn(block).map((name) => [name, block] as const)),
  )
  const made = { declared, imported: new Map(blocks.flatMap((block) => namesFrom(path, block))) }
  modules.set(path, made)
  return made
}

function namesIn(block: string): string[] {
  const head = block.replace(DECLARATION, '')
  const pattern = /^\{([^}]*)\}/.exec(head)?.[1]
  const names = (pattern ?? /^\w*/.exec(head)?.[0] ?? '')
    .split(',')
    .map((name) => (name.split(':').at(-1) ?? '').trim())
  return [...names, ...(block.startsWith('export default') ? ['default'] : [])]
}

function namesFrom(path: string, block: string) {
  const [, names, whole] =
    /^(?:import|export) (?!type)(?:\{([^}]*)\}|(\w+)) from /.exec(block) ?? []
  const [target = ''] = targetsOf({ path, text: block })
  const pairs = whole === undefined ? pairsIn(names ?? '') : [['default', whole] as const]
  return pairs.map(([name, local]) => [local, { path: target, name }] as const)
}

function pairsIn(names: string) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [own = '', local = own] = name.split(' as ')
      return [own, local] as const
    })
}

/** Follows imports and re-exports to the declaration of a name. */
export function findDeclaration(path: string, name: string): DeclarationId | undefined {
  const { declared, imported } = moduleAt(path)
  if (declared.has(name)) return `${path} ${name}`
  const from = imported.get(name)
  return from && sources.has(from.path) ? findDeclaration(from.path, from.name) : undefined
}

export function textOf(id: DeclarationId): string {
  const [path = '', name = ''] = id.split(' ')
  return moduleAt(path).declared.get(name) ?? ''
}

/** The declarations that a text of a file names, with the property that follows the name, if any. */
export function mentionsIn(path: string, text: string) {
  const words = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '')
  return [...words.matchAll(/(?<![\w.]|\?\.)(\w+)(?:\??\.(\w+))?/g)].flatMap(
    ([, name = '', property]) => {
      const id = findDeclaration(path, name)
      return id === undefined ? [] : [{ id, property }]
    },
  )
}

export function pathOf(id: DeclarationId): string {
  return id.split(' ')[0] ?? ''
}
