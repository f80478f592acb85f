import { startTestProduct, type TestProduct } from './product.ts'

type VendorSandbox = {
  /** The settings of a server that uses it. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** A product that uses the sandbox of a vendor, which has the clock of the product. */
export async function startVendorProduct<Sandbox extends VendorSandbox>(
  start: (now: () => number) => Promise<Sandbox>,
  settings: Readonly<Record<string, string>> = {},
) {
  const started: { product?: TestProduct } = {}
  const sandbox = await start(() => started.product?.services.now().getTime() ?? Date.now())
  const product = await startTestProduct({ ...sandbox.environment, ...settings })
  started.product = product
  await product.listen()
  return {
    product,
    sandbox,
    stop: async () => {
      await product.stop()
      await sandbox.stop()
    },
  }
}
