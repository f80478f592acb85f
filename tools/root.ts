import { join } from 'node:path'

/** The repository's root folder, so that every tool works from any directory. */
export const root = join(import.meta.dirname, '..')
