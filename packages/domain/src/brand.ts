declare const brand: unique symbol

/** A base type with a distinct name, so that two meanings of one representation cannot be mixed. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }
