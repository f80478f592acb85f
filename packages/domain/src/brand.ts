declare const brand: unique symbol

/** A base type under a name of its own, so that two meanings of one representation never mix. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }
