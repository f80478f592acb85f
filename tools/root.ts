import { join } from 'node:path'

/** The repository's top folder; every tool works from anywhere. */
export const root = join(import.meta.dirname, '..')
