import { mix } from './chance.ts'
import type { Colour } from './features.ts'

/** Lays one colour over another; 0 leaves what is there. */
export function over(under: Colour, top: Colour, share: number): Colour {
  if (share <= 0) return under
  return [mix(under[0], top[0], share), mix(under[1], top[1], share), mix(under[2], top[2], share)]
}

export function scaled(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}
