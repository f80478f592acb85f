import * as z from 'zod/mini'

type Names = Readonly<Record<string, string>>

/** The fields of an object, some of them under another name. */
type Renamed<T, N extends Names> = { [F in keyof T as F extends keyof N ? N[F] : F]: T[F] }

/**
 * An object whose fields have other names inside than on the wire. Names of fields that it does not have
 * are ignored, so that objects can share a table.
 */
export function renameFields<S extends z.ZodMiniObject, N extends Names>(wire: S, names: N) {
  const own = Object.entries(names).filter(([name]) => name in wire.shape)
  return z.codec(wire, z.custom<Renamed<z.output<S>, N>>(), {
    // The two casts only say which keys the result has.
    decode: (fields) => withNames(fields, names) as Renamed<z.output<S>, N>,
    encode: (fields) => onWire(fields, Object.fromEntries(own)) as z.output<S>,
  })
}

/** Fields with their names inside, under those of the wire. */
export function onWire<T>(fields: Readonly<Record<string, T>>, names: Names): Record<string, T> {
  const inverted = Object.entries(names).map(([name, inside]) => [inside, name])
  return withNames(fields, Object.fromEntries(inverted))
}

export function withNames<T>(fields: Readonly<Record<string, T>>, names: Names): Record<string, T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]),
  )
}
