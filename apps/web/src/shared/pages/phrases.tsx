import './phrases.css'

/** A sentence that, where it has to break, breaks after a comma and not inside a word. */
export function Phrases({ of }: { of: string }) {
  const phrases = of.split('，')
  return phrases.map((phrase, index) => (
    <span key={phrase} className="phrase">
      {phrase}
      {index < phrases.length - 1 && '，'}
    </span>
  ))
}

/** Sentences one under the other, so that a line ends where a thought does. */
export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => <p key={sentence}>{sentence}</p>)
}
