import { type ProductNo, productNos } from '@qingzhou/domain/product'
import { read } from '#platform/browser/storage.ts'

/** The product named by the link; by default the standard product. */
export function productNo(): ProductNo {
  return productNos.find((product) => product === read('prodSubNo')) ?? productNos[0]
}
