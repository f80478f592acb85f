/** Points of a stroke on a grid 10 wide and 14 high. */
export type Stroke = readonly (readonly [x: number, y: number])[]

/**
 * Our own characters as strokes: no font is required, and none can be matched against. Easily
 * confused characters are omitted: 0 O Q, 1 I, 2 Z, 5 S, 8 B, 6 G, U.
 */
const drawings: Readonly<Record<string, string>> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,3 7,0 3,0 0,4 0,10 3,14 7,14 10,11',
  D: '0,0 0,14 5,14 10,10 10,4 5,0 0,0',
  E: '10,0 0,0 0,14 10,14|0,7 8,7',
  F: '10,0 0,0 0,14|0,7 8,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '4,0 10,0|8,0 8,11 5,14 2,14 0,11',
  K: '0,0 0,14|10,0 0,8|3,6 10,14',
  L: '0,0 0,14 9,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '0,14 0,0 7,0 10,2 10,5 7,8 0,8',
  R: '0,14 0,0 7,0 10,2 10,5 7,8 0,8|5,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  V: '0,0 5,14 10,0',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '0,0 10,0 5,6 9,8 10,11 7,14 3,14 0,12',
  4: '7,14 7,0 0,10 10,10',
  7: '0,0 10,0 4,14|2,7 9,7',
  9: '10,5 7,8 3,8 0,5 0,3 3,0 7,0 10,3 10,9 7,14 2,14',
}

export const characters = Object.keys(drawings)

export function strokesOf(character: string): readonly Stroke[] {
  return (drawings[character] ?? '').split('|').map((stroke) => stroke.split(' ').map(pointOf))
}

function pointOf(text: string): readonly [number, number] {
  const [x, y] = text.split(',').map(Number)
  return [x ?? 0, y ?? 0]
}
