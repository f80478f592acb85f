import { join } from 'node:path'

/** The repository's root folder, so that every tool works from any directory. */
export const root = join(import.meta.dirname, '..')

/**
 * Node.js keeps the modules that it has compiled there: a started program takes a third of the time.
 * Where it cannot write, it compiles them each time.
 */
export const compiledModules = join(root, 'node_modules/.cache/qingzhou/compiled')
