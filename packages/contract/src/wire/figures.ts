import * as z from 'zod/mini'
import {
  compactDate,
  displayCompactDate,
  isLocalDate,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { fen, yuan, type Money } from '@qingzhou/domain/money/money'

/** Yuan with two decimals on the wire, Money inside. */
export const money = z.codec(
  z.string().check(z.regex(/^\d{1,12}\.\d{2}$/)),
  z.custom<Money>((value) => typeof value === 'bigint'),
  { decode: (text) => fen(BigInt(text.replace('.', ''))), encode: yuan },
)

/** A rate on the wire is a percentage with four decimals; inside it is whole parts per million. */
export const ratePpm = z.codec(
  z.string().check(z.regex(/^\d{1,4}\.\d{4}$/)),
  z.custom<bigint>((value) => typeof value === 'bigint'),
  {
    decode: (text) => BigInt(text.replace('.', '')),
    encode: (ppm) => `${ppm / 10_000n}.${String(ppm % 10_000n).padStart(4, '0')}`,
  },
)

/** Eight digits on the wire, a calendar day inside. */
export const localDate = z.codec(
  z.string().check(z.regex(/^\d{8}$/)),
  z.custom<LocalDate>((value) => typeof value === 'string' && isLocalDate(value)),
  {
    // The inner schema refuses an invalid day, so here only the format is converted.
    decode: (digits) => displayCompactDate(digits) as LocalDate,
    encode: compactDate,
  },
)
