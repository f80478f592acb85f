import type { PageBrand } from '@qingzhou/contract/brand'
import { standardLender } from '@qingzhou/domain/lender'

type PageConfig = { readonly mode?: string; readonly brand?: PageBrand }

/** The settings that the server wrote into the page; it has checked the brand at its start. */
function readConfig(): PageConfig {
  const text = document.querySelector('meta[name="qingzhou-config"]')?.getAttribute('content')
  return JSON.parse(text ?? '{}') as PageConfig
}

const { mode, brand } = readConfig()

export const isSandbox = mode === 'sandbox'
export const { product: productName } = brand?.lender ?? standardLender
