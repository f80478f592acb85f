import { productNos, type ProductNo } from '@qingzhou/domain/product'
import { read } from '#platform/storage.ts'

/** The product the borrower came for, as the link said; the ordinary one where it said nothing. */
export function productNo(): ProductNo {
  return productNos.find((product) => product === read('prodSubNo')) ?? productNos[0]
}
