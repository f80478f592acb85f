import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What systemd would start for a unit. */
export type StartedUnit = {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
  readonly isOnce: boolean
}

/** Reads a service unit, of a template with the instance in its name: `qingzhou-server@0`. */
export function readUnit(folder: string, unit: string): StartedUnit {
  const [, template = '', instance = ''] = /^([\w-]+@?)(\w*)$/.exec(unit) ?? []
  const text = readFileSync(join(folder, `${template}.service`), 'utf8')
    .replaceAll('%i', instance)
    .replaceAll('%%', '%')
    .replaceAll('$$', '$')
  const valuesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const pairs = valuesOf('Environment').flatMap((line) => line.split(' '))
  return {
    command: valuesOf('ExecStart')[0] ?? '',
    environment: Object.fromEntries(pairs.map((pair) => pair.split('=', 2))),
    isOnce: valuesOf('Type')[0] === 'oneshot',
  }
}
