import { build } from './build.ts'

/** Builds the web apps once, before each worker starts a product that finds them built. */
export default function buildForBrowserTests(): Promise<void> {
  return build(() => undefined)
}
