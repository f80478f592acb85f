import { accessSync, constants, globSync } from 'node:fs'
import { join } from 'node:path'

/** A program of another project, and the Debian package that has it. */
export type WantedProgram = {
  readonly package: string
  /** A name that is looked for in the folders of PATH, or a pattern of paths. */
  readonly file: string
}

/** Debian puts servers where the PATH of an ordinary user does not look. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** The path of each program. Throws with the packages to install if one is missing. */
export function findPrograms<Name extends string>(
  wanted: Readonly<Record<Name, WantedProgram>>,
  folders: readonly string[] = FOLDERS,
): Record<Name, string> {
  const names = Object.keys(wanted) as Name[]
  const found = names.map((name) => [name, pathOf(wanted[name].file, folders)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => wanted[name])
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((one) => one.package))].join(' ')
    throw new Error(
      `These Debian packages are missing: ${packages}. Install them: apt-get install --no-install-recommends ${packages}`,
    )
  }
  return Object.fromEntries(found) as Record<Name, string>
}

function pathOf(file: string, folders: readonly string[]): string | undefined {
  const paths = file.startsWith('/')
    ? globSync(file).toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    : folders.filter(Boolean).map((folder) => join(folder, file))
  return paths.find(isReadable)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    // Most folders do not have it.
    return false
  }
}
