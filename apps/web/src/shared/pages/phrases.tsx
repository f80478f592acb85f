import './phrases.css'

/** A sentence that breaks after punctuation instead of inside a word. */
export function Phrases({ of }: { of: string }) {
  const phrases = of.split('，')
  return phrases.map((phrase, index) => (
    <span key={phrase} className="phrase">
      {phrase}
      {index < phrases.length - 1 && '，'}
    </span>
  ))
}

/** Sentences, one per line. */
export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => <p key={sentence}>{sentence}</p>)
}
