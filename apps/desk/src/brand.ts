import type { PageBrand } from '@qingzhou/contract/brand'

const brand = brandInPage()

/** The product's name: a partner's if the server has written it into the page. */
export const productName = brand?.lender.product ?? '轻舟'

/** A partner's logo; undefined for the standard one. */
export const partnerMark = brand?.mark

function brandInPage(): PageBrand | undefined {
  // Some tests run outside a browser.
  if (typeof document === 'undefined') return undefined
  const text = document.querySelector('meta[name="qingzhou-config"]')?.getAttribute('content')
  // Written by our server, which has checked the brand at its start.
  const { brand } = JSON.parse(text ?? '{}') as { readonly brand?: PageBrand }
  return brand
}
