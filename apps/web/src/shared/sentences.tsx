/** Sentences one under the other, so that a line ends where a thought does. */
export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => <p key={sentence}>{sentence}</p>)
}
