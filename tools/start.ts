import { enableCompileCache, flushCompileCache } from 'node:module'
import type { Product } from './product/product.ts'
import { compiledModules } from './root.ts'

// Before the other modules are loaded, which is why they are not imported above. The variable is
// for the processes and threads that this one starts.
enableCompileCache(compiledModules)
process.env['NODE_COMPILE_CACHE'] ??= compiledModules
const { pages } = await import('@qingzhou/contract/pages')
const { startProduct } = await import('./product/product.ts')
const { createProgress } = await import('./product/progress.ts')
const { explain, stopOnRequest } = await import('./product/stopping.ts')

const progress = createProgress(process.stdout)
const starting = startProduct(process.env, progress).finally(progress.end)

const isStopping = stopOnRequest(async () => (await starting).stop())

try {
  const product = await starting
  if (!isStopping()) greet(product)
  // The browser tests start the product as a child and wait for its address.
  process.send?.({ address: product.address })
  // Now, because a killed process leaves nothing.
  flushCompileCache()
} catch (error) {
  explain(error)
  process.exit(1)
}

function greet({ address, phoneUrl, isSandbox, staffLines }: Product): void {
  const home = address.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::\]/, 'localhost').replace(/\/$/, '')
  console.log('\n轻舟 is ready.\n')
  if (isSandbox) console.log(`  At a computer   ${home}/desk/`)
  console.log(
    `  On a phone      ${phoneUrl ?? 'start with HOST=0.0.0.0 to let a phone of your network in'}`,
  )
  if (isSandbox) {
    console.log(
      '  Sign in         with any mobile number; the SMS code arrives in the inbox of the desk',
    )
  }
  console.log(`  Staff           ${home}/#${pages.staffHome}`)
  for (const line of staffLines) console.log(line)
  console.log('  Stop            Ctrl-C\n')
}
