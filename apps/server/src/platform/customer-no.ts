/** A customer number, part of every key of every table about a person. */
declare const brand: unique symbol
export type CustomerNo = string & { readonly [brand]: 'CustomerNo' }

/** Casts a number that comes from the database or the number generator. */
export function customerNo(text: string): CustomerNo {
  return text as CustomerNo
}
