/** A customer's number: in every key of every table about a person. */
declare const brand: unique symbol
export type CustomerNo = string & { readonly [brand]: 'CustomerNo' }

/** Only what the database gave out, or the number generator made, is a customer number. */
export function customerNo(text: string): CustomerNo {
  return text as CustomerNo
}
